        .macro  f %x
        li      $t0, %y                 # expect: unknown_macro_parameter@22 operand_wrong_type@22
        .end_macro
        f       1
