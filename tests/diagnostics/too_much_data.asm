# limits: data_items=3
        .data
        .word   1, 2
        .word   3 : 5                   # expect: too_much_data@17
