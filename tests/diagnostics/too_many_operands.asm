        jr      $ra, $t0                # expect: too_many_operands@9
        move    $t0, $t1, $t2           # expect: too_many_operands@9
