# limits: line_bytes=60
        nop
        li      $t0, 1                                         # expect: line_too_long
