# A scavenger hunt: the administrator starts it; player 3 moves twice and too far once, and has its numbers sorted.
        .text
main:   lui     $s0, 0xffff             # words of the game lie below 0xffff0000 + 0xe00c
        ori     $s1, $s0, 0xe000
        sw      $zero, 8($s1)           # game on
        li      $t0, 1
        sw      $t0, 0($s1)             # the right number ...
        li      $t1, 3
        sw      $t1, 4($s1)             # ... makes it player 3's turn
        ori     $s2, $s0, 0x8c00        # player 3's words
        li      $t2, 255
        sw      $t2, 0($s2)
        sw      $t2, 4($s2)
        li      $t3, 9
        sw      $t3, 0x14($s2)          # energy
        li      $t2, 257
        sw      $t2, 8($s2)
        li      $t2, 256
        sw      $t2, 12($s2)
        sw      $t0, 0x10($s2)          # 2.24 away: it moves
        sw      $zero, 12($s2)
        sw      $t0, 0x10($s2)          # too far
        li      $t2, 255
        sw      $t2, 8($s2)
        sw      $t2, 12($s2)
        sw      $t0, 0x10($s2)          # home again: the last place
        sw      $t0, 0x124($s2)         # not sorted yet
        li      $s3, 0                  # sorts: exchanges neighbours until none is wrong
again:  li      $t9, 0
        addiu   $t4, $s2, 0x128
        li      $t5, 19
pair:   lw      $t6, 0($t4)
        lw      $t7, 4($t4)
        ble     $t6, $t7, fine
        sw      $t7, 0($t4)
        sw      $t6, 4($t4)
        li      $t9, 1
fine:   addiu   $t4, $t4, 4
        addiu   $t5, $t5, -1
        bgtz    $t5, pair
        bnez    $t9, again
        sw      $t0, 0x124($s2)
        lw      $a0, 0x14($s2)          # 20
        li      $v0, 1
        syscall
        sw      $t0, 0($s1)             # the number of before: nobody's turn changes
        sw      $zero, 4($s1)
        li      $v0, 10
        syscall
