        .data
        .space  -4                      # expect: non_negative_required@9
        .align  x                       # expect: non_negative_required@9
