# A load from near address 0 hints at a register that was never set.
        lw      $t0, 8($s0)
