main:   ad      $t0, $t1, $t2           # expect: unknown_operator@9
        mov     $t0, $t1                # expect: unknown_operator@9
x: y:   nop                             # expect: unknown_operator@4
