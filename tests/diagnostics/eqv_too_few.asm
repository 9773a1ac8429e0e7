        .eqv    SIZE                    # expect: eqv_too_few@9
