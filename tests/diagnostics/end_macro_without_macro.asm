        nop
        .end_macro                      # expect: end_macro_without_macro@9
