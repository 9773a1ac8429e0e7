# Reads a number and says whether it is even or odd.
        .data
ask:    .asciiz "A number: "
even:   .asciiz "It is even.\n"
odd:    .asciiz "It is odd.\n"

        .text
main:   la      $a0, ask
        li      $v0, 4
        syscall
        li      $v0, 5              # read integer
        syscall
        andi    $t0, $v0, 1         # its last bit
        la      $a0, even
        beqz    $t0, say
        la      $a0, odd
say:    li      $v0, 4
        syscall
        li      $v0, 10
        syscall
