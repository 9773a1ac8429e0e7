# options: we
        .data
        .byte   127, 128                # expect: value_truncated@22
        .half   40000 : 3               # expect: value_truncated@17
