        .text   0x00400002
        nop                             # expect: bad_text_address@9
x:      nop                             # expect: bad_text_address@1
