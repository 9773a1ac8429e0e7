# A wrong source: exit code 65, nothing on standard output.
        li      $t0
