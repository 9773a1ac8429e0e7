        .data
        .word   a, b1                   # expect: undefined_symbol@17 undefined_symbol@20
