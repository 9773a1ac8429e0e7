        .data
        .float  1e38, 1e39              # expect: float_out_of_range@23
