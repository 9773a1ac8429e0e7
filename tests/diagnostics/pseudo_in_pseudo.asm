        swr     $t0, 40000              # expect: pseudo_in_pseudo
