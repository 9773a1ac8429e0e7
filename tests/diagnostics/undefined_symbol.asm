# MARS names only the first; people see both.
counter: nop
        b       conter                  # expect: undefined_symbol@17
        lw      $t0, nowhere            # expect: undefined_symbol@22
