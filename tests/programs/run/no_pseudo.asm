# --no-pseudo: li is refused, exit code 65.
        li      $t0, 1
