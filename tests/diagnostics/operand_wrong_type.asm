        add     $T0, $t1, $t2           # expect: operand_wrong_type@17
        j       0x00400000              # expect: operand_wrong_type@17
        jr      5                       # expect: operand_wrong_type@17
