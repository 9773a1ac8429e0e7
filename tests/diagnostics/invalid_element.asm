# What is no language element, in several ways.
        li      $t0, 0b101              # expect: invalid_element@22
        .data
x:      .word   1_000                   # expect: invalid_element@17
y:      .byte   'ab'                    # expect: invalid_element@17
        .text
        lw      $t0, table+4            # expect: invalid_element@22
        nop ; twice                     # expect: invalid_element@13
