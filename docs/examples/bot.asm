# A bot for `mariner league`: it plays the column nearest to the middle that has room. docs/league.md tells the rest.

        .data
line:   .space  64                      # the columns played so far, such as 4453, and a line feed
tokens: .space  8                       # how many lie in each column; bytes 1 to 7
order:  .byte   4, 3, 5, 2, 6, 1, 7

        .text
main:   li      $v0, 8                  # read a line
        la      $a0, line
        li      $a1, 64
        syscall
        sw      $zero, tokens           # count the tokens anew
        sw      $zero, tokens+4
        la      $t0, line
count:  lb      $t1, 0($t0)             # the next column, as a character
        addi    $t1, $t1, -48           # '1' is 1
        blez    $t1, choose             # the line feed ends them
        lb      $t2, tokens($t1)
        addi    $t2, $t2, 1
        sb      $t2, tokens($t1)
        addi    $t0, $t0, 1
        b       count

choose: la      $t0, order
try:    lb      $a0, 0($t0)
        addi    $t0, $t0, 1
        lb      $t2, tokens($a0)
        beq     $t2, 6, try             # six tokens: full

        li      $v0, 1                  # print the column
        syscall
        li      $v0, 11                 # and a line feed
        li      $a0, 10
        syscall
        b       main
