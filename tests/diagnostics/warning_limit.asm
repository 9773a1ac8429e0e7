# limits: warnings=1
        .set    a                       # expect: set_ignored@9
        .set    b                       # expect: warning_limit@9
        .set    c
