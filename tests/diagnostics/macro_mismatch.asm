        .macro  put %x
        li      $t0, %x
        .end_macro
        put     -5                      # expect: macro_mismatch@9
        put     1, 2                    # expect: macro_mismatch@9
