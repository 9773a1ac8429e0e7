# limits: macro_depth=2
        .macro  a
        nop
        .end_macro
        .macro  b1
        a                               # expect: macro_too_deep@9
        .end_macro
        .macro  c
        b1
        .end_macro
        c
