        .macro  f
        nop
        f                               # expect: macro_loop
        .end_macro
        f
