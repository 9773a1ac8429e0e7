# limits: errors=2
        foo                             # expect: unknown_operator@9
        foo                             # expect: unknown_operator@9
        foo                             # expect: error_limit@9
        foo
