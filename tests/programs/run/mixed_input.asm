# Lines for 5, 8 and 12 come from one reader, with CR LF and a last line without end.
        .data
buffer: .space  32
        .text
        li      $v0, 5
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        la      $a0, buffer
        li      $a1, 32
        li      $v0, 8
        syscall
        li      $v0, 4
        syscall
        li      $v0, 12
        syscall
        move    $a0, $v0
        li      $v0, 11
        syscall
