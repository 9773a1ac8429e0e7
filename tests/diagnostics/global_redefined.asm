        .extern x 4
        .globl  x                       # expect: global_redefined@17
x:      nop
