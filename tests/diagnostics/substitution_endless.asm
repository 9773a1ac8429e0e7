# MARS dies of this.
        .eqv    X Y
        .eqv    Y X
        li      $t0, X                  # expect: substitution_endless@22
