        .macro  print_int %r
        move    $a0, %r
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        .end_macro

# Without --files a program may use files below the current folder.
        .data
name:   .asciiz "data.txt"
up:     .asciiz "../outside.txt"
out:    .asciiz "files_below_current_folder.dump"
buffer: .space  16
        .text
        la      $a0, name
        li      $a1, 0
        li      $v0, 13
        syscall
        move    $s0, $v0
        print_int $s0
        move    $a0, $s0
        la      $a1, buffer
        li      $a2, 15
        li      $v0, 14
        syscall
        move    $s1, $v0
        print_int $s1
        la      $a0, up
        li      $a1, 1
        li      $v0, 13
        syscall
        print_int $v0
        la      $a0, out
        li      $a1, 1
        li      $v0, 13
        syscall
        move    $a0, $v0
        la      $a1, buffer
        move    $a2, $s1
        li      $v0, 15
        syscall
        print_int $v0
