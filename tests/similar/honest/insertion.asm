# Keeps the numbers sorted from the start: each one read is pushed in from the right. $s0 = end of the numbers.
        .data
table:  .word   0:51
        .text
main:   la      $s0, table
        la      $s1, table + 200
        move    $s2, $zero              # sum
next:   beq     $s0, $s1, show
        addiu   $v0, $zero, 5
        syscall
        beqz    $v0, show
        addu    $s2, $s2, $v0
        move    $t0, $s0
shift:  la      $t1, table
        beq     $t0, $t1, put
        lw      $t2, -4($t0)
        slt     $t3, $v0, $t2
        beqz    $t3, put
        sw      $t2, ($t0)
        addiu   $t0, $t0, -4
        b       shift
put:    sw      $v0, ($t0)
        addiu   $s0, $s0, 4
        b       next
show:   la      $s3, table
each:   bgeu    $s3, $s0, total
        lw      $a0, ($s3)
        addiu   $v0, $zero, 1
        syscall
        addiu   $a0, $zero, ' '
        addiu   $v0, $zero, 11
        syscall
        addiu   $s3, $s3, 4
        b       each
total:  addiu   $a0, $zero, '\n'
        addiu   $v0, $zero, 11
        syscall
        move    $a0, $s2
        addiu   $v0, $zero, 1
        syscall
        addiu   $v0, $zero, 10
        syscall
