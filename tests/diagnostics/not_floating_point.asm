        .data
        .float  1.5, 0x10, x            # expect: not_floating_point@22 not_floating_point@28
