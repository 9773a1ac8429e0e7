        .globl  printf                  # expect: global_not_defined@17
        nop
