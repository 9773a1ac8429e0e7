        .extern buffer four             # expect: extern_size@9
