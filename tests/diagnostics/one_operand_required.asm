        .data
        .align                          # expect: one_operand_required@9
        .space  4, 5                    # expect: one_operand_required@9
