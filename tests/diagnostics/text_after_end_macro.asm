        .macro  f
        nop
        .end_macro f                    # expect: text_after_end_macro@9
        .end_macro
