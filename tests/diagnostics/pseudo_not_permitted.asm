# options: np
        addi    $t0, $zero, 5
        li      $t0, 5                  # expect: pseudo_not_permitted@9
