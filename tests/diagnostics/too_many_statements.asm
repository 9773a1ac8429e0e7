# limits: statements=2
        nop
        nop
        nop                             # expect: too_many_statements@9
