# limits: expanded_lines=5
        .macro  a
        nop
        nop                             # expect: expansion_too_large
        .end_macro
        a
        a
        a
