        nop
        .macro  f                       # expect: macro_not_ended
        nop
