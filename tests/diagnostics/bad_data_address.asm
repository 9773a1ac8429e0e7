        .data   0x103ffffc
        .word   1
        .word   2                       # expect: bad_data_address@17
