        .globl  add                     # expect: globl_not_label@9
