        .eqv    X (X)                   # expect: eqv_self@9
