# limits: source_lines=3
        nop
        nop
        nop                             # expect: too_many_lines
        nop
