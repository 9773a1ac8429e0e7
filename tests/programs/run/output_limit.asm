# --max-output: what fits is written, then exit code 75.
        .data
text:   .asciiz "0123456789"
        .text
loop:   la      $a0, text
        li      $v0, 4
        syscall
        b       loop
