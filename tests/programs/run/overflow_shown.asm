# Overflow in add, with both operands shown.
        li      $t0, 0x7fffffff
        li      $t1, 1
        add     $t2, $t0, $t1
