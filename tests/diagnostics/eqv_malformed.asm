        .eqv    5 6                     # expect: eqv_malformed@9
        .eqv    add sub                 # expect: eqv_malformed@9
