        add     $t0, $t1                # expect: too_few_operands@9
        lw      $t0                     # expect: too_few_operands@9
