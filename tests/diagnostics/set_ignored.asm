        .set    noreorder               # expect: set_ignored@9
