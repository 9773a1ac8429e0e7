# Stores colours through the range where the keyboard's registers are, lets others pass, and reads afterwards. Nothing
# here says what it does: MARS runs it to its end as long as nobody connects a tool.
        .text
main:   mfc0    $t0, $12
        ori     $t0, $t0, 1             # interrupts stay allowed all the time
        mtc0    $t0, $12
        lui     $t0, 0xffff
        li      $t1, 512
        li      $t2, 0x00ff0002
paint:  sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, 0x111
        addiu   $t1, $t1, -1
        bnez    $t1, paint

        lui     $t0, 0xffff             # what was stored is still there
        li      $t1, 512
        li      $t3, 0
sum:    lw      $t2, 0($t0)
        addu    $t3, $t3, $t2
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, sum
        move    $a0, $t3
        li      $v0, 34
        syscall
        li      $a0, 10
        li      $v0, 11
        syscall

        li      $t1, 100000             # time enough for a key to come
wait:   addiu   $t1, $t1, -1
        bnez    $t1, wait
        li      $v0, 5
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
