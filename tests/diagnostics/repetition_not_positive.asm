        .data
        .word   5 : 0                   # expect: repetition_not_positive@21
