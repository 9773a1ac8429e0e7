        .include "include_recursive.inc"
        nop
