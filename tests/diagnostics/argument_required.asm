        .globl                          # expect: argument_required@9
        .macro                          # expect: argument_required@9
