# Sixty-four lines of sixty-four words on the heap: an orange field in a blue frame. Nothing says what they are for.
        .text
main:   lui     $t0, 0x1004
        li      $t1, 0
        li      $t4, 4096
next:   andi    $t2, $t1, 63            # place in the line
        srl     $t3, $t1, 6             # line
        li      $t5, 0x00ff8000
        slti    $t6, $t2, 4
        bnez    $t6, frame
        slti    $t6, $t3, 8
        beqz    $t6, store
frame:  li      $t5, 0x001e50c0
store:  sw      $t5, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 1
        bne     $t1, $t4, next
        li      $v0, 10
        syscall
