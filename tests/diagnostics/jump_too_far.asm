        j       far                     # expect: jump_too_far
        .ktext
far:    nop
