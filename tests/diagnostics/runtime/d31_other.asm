#=== saved_unset_register | reason: reads $s1, which was never given a value | out: set $s1
        .text
main:   addi $sp, $sp, -4
        sw $s1, 0($sp)
        li $s1, 3
        lw $s1, 0($sp)
        addi $a0, $s1, 1                #<<
        addi $sp, $sp, 4
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== never_set | reason: never given a value | out: set $t1
        .text
main:   li $t0, 4
        add $a0, $t0, $t1               #<< #-> add $a0, $t0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== saved_register_changed | reason: changed | out: save $s0
        .text
main:   li $s0, 1
        jal f
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      li $s0, 2  #-> li $t0, 2
        jr $ra                          #<<
#=== stack_not_given_back | reason: bytes too low | out: give back
        .text
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 0($sp)
        lw $ra, 0($sp)  #+> addi $sp, $sp, 8
        jr $ra                          #<<
#=== missing_exit | steps: 10000 | reason: $ra | out: li $v0, 10
        .text
main:   jal f                           #<<
f:      li $a0, 1
        li $v0, 1
        syscall
        jr $ra
#=== runs_into_a_function | steps: 10000 | reason: falls through into f | out: li $v0, 10 and syscall
        .text
main:   jal f
        li $a0, 2                       #<<
f:      jr $ra
#=== overflow | reason: does not fit | out: addu
        .text
main:   li $t0, 2147483647
        addi $t0, $t0, 1                #<< #-> addiu $t0, $t0, 1
        li $v0, 10
        syscall
#=== nothing_divided | reason: reads $lo | out: write mult or div
        .text
main:   li   $t0, 17
        li   $t1, 5  #+> mult $t0, $t1
        mflo $a0              #<<
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== nothing_compared | reason: reads $fcc | out: compare in front
        .text
main:   li   $t0, 1
        bc1t yes              #<<
        li   $a0, 0
        j    p
yes:    li   $a0, 1
p:      li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== ra_saved_and_not_restored | steps: 200000 | reason: overwrote $ra | out: load it back | once: return address is lost
        .text
main:   li   $a0, 4
        jal  fact
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
fact:   addi $sp, $sp, -8
        sw   $ra, 4($sp)
        sw   $a0, 0($sp)
        li   $v0, 1
        blez $a0, fr
        addi $a0, $a0, -1
        jal  fact
        lw   $a0, 0($sp)
        mul  $v0, $v0, $a0
fr:     addi $sp, $sp, 8  #-> fr: lw $ra, 4($sp) ; addi $sp, $sp, 8
        jr   $ra              #<<
#=== ra_saved_too_late | reason: return address is lost | out: before the first call | once: return address is lost
        .text
main:   jal  f
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -4
        jal  g
        sw   $ra, 0($sp)
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra              #<<
g:      jr   $ra
#=== ra_restored_too_early | reason: overwrote $ra | out: behind the last call | once: return address is lost
        .text
main:   jal  f
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw   $ra, 0($sp)
        jal  g
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jal  g
        jr   $ra              #<<
g:      li   $a0, 7
        li   $v0, 1
        syscall
        jr   $ra
#=== ra_never_saved | steps: 200000 | reason: overwrote $ra | out: sw $ra | once: return address is lost
        .text
main:   li   $a0, 3
        jal  outer
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
outer:  addi $a0, $a0, 1
        jal  inner
        addi $v0, $v0, 1
        jr   $ra              #<<
inner:  add  $v0, $a0, $a0
        jr   $ra
#=== stack_taken_twice | reason: 16 bytes too low | out: addi $sp, $sp, 8
        .text
main:   jal  g
        li   $v0, 10
        syscall
g:      addi $sp, $sp, -8
        sw   $ra, 0($sp)
        lw   $ra, 0($sp)
        addi $sp, $sp, -8
        jr   $ra              #<<
#=== restored_crosswise | reason: though f had saved it | out: same offset
        .text
main:   li   $s0, 1
        li   $s1, 2
        jal  f
        add  $a0, $s0, $s0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw   $s0, 0($sp)
        sw   $s1, 4($sp)
        li   $s0, 9
        li   $s1, 8
        lw   $s0, 4($sp)
        lw   $s1, 0($sp)
        addi $sp, $sp, 8
        jr   $ra              #<<
#=== restored_too_early | reason: though f had saved it | out: last thing before the return
        .text
main:   li   $s0, 5
        jal  f
        move $a0, $s0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw   $s0, 0($sp)  #+> li $s0, 6
        lw   $s0, 0($sp)
        addi $sp, $sp, 4
        li   $s0, 6  #->
        jr   $ra              #<<
#=== file_not_there | reason: no file has this descriptor | out: bltz $v0
        .data
f:      .asciiz "nothing_here.txt"
buf:    .space 64
        .text
main:   li   $v0, 13
        la   $a0, f
        li   $a1, 0
        li   $a2, 0
        syscall
        move $a0, $v0  #-> bltz $v0, end ; move $a0, $v0
        li   $v0, 14
        la   $a1, buf
        li   $a2, 64
        syscall               #<<
        li   $v0, 10  #-> end: li $v0, 10
        syscall
#=== falls_into_a_function | steps: 200000 | reason: falls through into menu | out: li $v0, 10 and syscall | once: without a call
        .data
m:      .asciiz "menu\n"
        .text
main:   jal  menu
        li   $t0, 1           #<< #+> li $v0, 10 ; syscall
menu:   la   $a0, m
        li   $v0, 4
        syscall
        jr   $ra
#=== exit_code_without_syscall | reason: no syscall follows | out: put a `syscall` behind it | once: no syscall follows
        .data
bye:    .asciiz "bye\n"
        .text
main:   la   $a0, bye
        li   $v0, 4
        syscall
        li   $a0, 3
        li   $v0, 17          #<<
#=== no_such_service | reason: there is no syscall 100 | out: ref syscall
        .text
main:   li $a0, 5
        li $v0, 100  #-> li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
#=== word_put_elsewhere | reason: nothing was put on the stack there | out: compare the offset
        .text
main:   li $t0, 11
        addi $sp, $sp, -8
        sw $t0, 4($sp)
        lw $a0, 0($sp)                  #<< #-> lw $a0, 4($sp)
        addi $sp, $sp, 8
        li $v0, 1
        syscall
        li $v0, 10
        syscall
