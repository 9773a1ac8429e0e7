#=== word_for_a_number | input: twelve | reason: "twelve" | out: whole number
        .text
main:   li $v0, 5
        syscall                         #<<
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== fraction_for_an_integer | input: 2.5 | reason: "2.5" | out: whole number
        .text
main:   li $v0, 5
        syscall                         #<<
        li $v0, 10
        syscall
#=== empty_line | input: \n | reason: an empty line | out: whole number
        .text
main:   li $v0, 5
        syscall                         #<<
        li $v0, 10
        syscall
#=== too_large | input: 99999999999 | reason: "99999999999" | out: 2147483647
        .text
main:   li $v0, 5
        syscall                         #<<
        li $v0, 10
        syscall
#=== comma_in_a_float | input: 1,5 | reason: "1,5" | out: point
        .text
main:   li $v0, 6
        syscall                         #<<
        li $v0, 10
        syscall
#=== two_numbers_on_a_line | input: 3 4 | reason: "3 4" | out: alone on its line
        .text
main:   li $v0, 5
        syscall                         #<<
        li $v0, 10
        syscall
#=== no_more_input | input: 1 | reason: fewer lines | out: one line for every read
        .text
main:   li $v0, 5
        syscall
        li $v0, 5
        syscall                         #<<
        li $v0, 10
        syscall
#=== no_character | input: \n | reason: an empty line | out: in front of Enter
        .text
main:   li $v0, 12
        syscall                         #<<
        li $v0, 10
        syscall
