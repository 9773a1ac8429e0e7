        .macro  f %x, y                 # expect: invalid_macro_argument@23
        nop
        .end_macro
