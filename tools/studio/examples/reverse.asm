# Turns a string round in its place, byte by byte.
        .data
text:   .asciiz "nauts"

        .text
main:   la      $t0, text           # the first byte
        move    $t1, $t0
find:   lbu     $t2, 0($t1)         # the end
        beqz    $t2, found
        addi    $t1, $t1, 1
        j       find
found:  addi    $t1, $t1, -1        # the last byte
swap:   bge     $t0, $t1, print
        lbu     $t2, 0($t0)
        lbu     $t3, 0($t1)
        sb      $t3, 0($t0)
        sb      $t2, 0($t1)
        addi    $t0, $t0, 1
        addi    $t1, $t1, -1
        j       swap
print:  la      $a0, text
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
