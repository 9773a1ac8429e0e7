        .data
        .string "hello"                 # expect: directive_ignored@9
        .wrod   5                       # expect: directive_ignored@9
