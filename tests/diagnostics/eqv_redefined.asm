        .eqv    X 5
        .eqv    X 5
        .eqv    X 6                     # expect: eqv_redefined@17
