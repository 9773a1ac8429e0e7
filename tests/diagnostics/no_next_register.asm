# The register after $ra. The statement below is looked at before the pass stops.
        ld      $ra, ($sp)              # expect: no_next_register@9
        j       nowhere                 # expect: undefined_symbol@17
