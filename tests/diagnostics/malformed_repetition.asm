        .data
        .word   x : 5                   # expect: malformed_repetition@17
        .byte   1.5 : 5                 # expect: malformed_repetition@17
