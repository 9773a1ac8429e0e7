        .data
        .word   1.5                     # expect: not_integer_or_label@17
        .word   a, -5                   # expect: not_integer_or_label@20
a:      .word   1:2, 3                  # expect: not_integer_or_label@18
