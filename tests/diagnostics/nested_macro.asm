        .macro  f
        .macro  g                       # expect: nested_macro@9
        .end_macro
