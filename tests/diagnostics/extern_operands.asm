        .extern buffer                  # expect: extern_operands@9
