# Writes a file, and reads it again to print it.
        .data
name:   .asciiz "notes.txt"
text:   .asciiz "first\n"
room:   .space  64

        .text
main:   la      $a0, name
        li      $a1, 1              # open it to write
        li      $v0, 13
        syscall
        move    $s0, $v0            # its number
        move    $a0, $s0
        la      $a1, text
        li      $a2, 6              # so many bytes
        li      $v0, 15
        syscall
        move    $a0, $s0
        li      $v0, 16             # close it
        syscall

        la      $a0, name
        li      $a1, 0              # open it to read
        li      $v0, 13
        syscall
        move    $s0, $v0
        move    $a0, $s0
        la      $a1, room
        li      $a2, 63             # at most so many, and a zero stays behind them
        li      $v0, 14
        syscall
        move    $a0, $s0
        li      $v0, 16
        syscall
        la      $a0, room
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
