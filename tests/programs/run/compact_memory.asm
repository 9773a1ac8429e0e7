# --memory compact-text: text at 0, data at 0x2000.
        .data
here:   .word   0
        .text
start:  la      $a0, here
        li      $v0, 34
        syscall
        la      $a0, start
        syscall
