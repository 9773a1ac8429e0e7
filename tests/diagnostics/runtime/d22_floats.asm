#=== mtc1_without_conversion | reason: the integer 6 | out: cvt.s.w
        .text
main:   li $t0, 6
        mtc1 $t0, $f12  #+> cvt.s.w $f12, $f12
        li $v0, 2
        syscall                         #<<
        li $v0, 10
        syscall
#=== double_printed_as_float | reason: half of a double | out: syscall 3
        .data
d:      .double 2.5
        .text
main:   l.d $f12, d
        li $v0, 2  #-> li $v0, 3
        syscall                         #<<
        li $v0, 10
        syscall
#=== float_loaded_as_double | reason: the float 1.5 | out: .double
        .data
f:      .float 1.5, 2.5
        .text
main:   l.d $f12, f
        li $v0, 3
        syscall                         #<<
        li $v0, 10
        syscall
#=== word_loaded_as_float | reason: the integer 3 | out: .float
        .data
w:      .word 3
        .text
main:   l.s $f2, w
        add.s $f12, $f2, $f2            #<<
        li $v0, 2
        syscall
        li $v0, 10
        syscall
#=== float_printed_as_integer | reason: bits of the float 2.5 | out: cvt.w.s
        .data
f:      .float 2.5
        .text
main:   l.s $f0, f  #+> cvt.w.s $f0, $f0
        mfc1 $a0, $f0
        li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
#=== float_added_as_integer | reason: bits of the float 1.25 | out: cvt.w.s
        .data
f:      .float 1.25
        .text
main:   lw $t0, f
        addi $a0, $t0, 1                #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== average_without_conversion | reason: the integer 4 | out: cvt.s.w
        .data
two:    .float 2.0
        .text
main:   li $t0, 4
        mtc1 $t0, $f0
        l.s $f1, two
        div.s $f12, $f0, $f1            #<<
        li $v0, 2
        syscall
        li $v0, 10
        syscall
#=== float_read_used_as_double | input: 1.5 | reason: the float 1.5 | out: cvt.d.s
        .text
main:   li $v0, 6
        syscall
        add.d $f12, $f0, $f0            #<<
        li $v0, 3
        syscall
        li $v0, 10
        syscall
#=== half_of_a_double_copied | reason: the other half was never copied | out: mov.d
        .data
d:      .double 3.5
        .text
main:   l.d $f2, d
        mov.s $f12, $f2
        li $v0, 3
        syscall                         #<<
        li $v0, 10
        syscall
#=== doubles_multiplied_as_floats | reason: half of a double | out: stay with doubles
        .data
d:      .double 3.5
        .text
main:   l.d $f2, d
        mul.s $f12, $f2, $f2            #<<
        li $v0, 2
        syscall
        li $v0, 10
        syscall
#=== converted_and_printed_as_float | reason: the integer 7 | out: cvt.s.w
        .data
f:      .float 7.0
        .text
main:   l.s $f0, f
        cvt.w.s $f12, $f0
        li $v0, 2
        syscall                         #<<
        li $v0, 10
        syscall
#=== integer_printed_as_double | reason: the integer 3 | out: cvt.d.w
        .text
main:   li $t0, 3
        mtc1 $t0, $f12
        li $v0, 3
        syscall                         #<<
        li $v0, 10
        syscall
#=== float_read_and_moved | input: 3.5 | reason: bits of the float 3.5 | out: cvt.w.s
        .text
main:   li   $v0, 6
        syscall
        mfc1 $a0, $f0
        li   $v0, 1
        syscall               #<<
        li   $v0, 10
        syscall
#=== float_among_doubles | reason: the float 1.5 | out: cvt.d.s
        .data
a:      .float 1.5
b:      .double 2.0
        .text
main:   l.s  $f0, a
        l.d  $f2, b
        add.d $f12, $f0, $f2  #<<
        li   $v0, 3
        syscall
        li   $v0, 10
        syscall
#=== double_of_a_float | reason: is a float of 4 bytes | out: with .double
        .data
n:      .word 1
x:      .float 2.5
        .text
main:   l.d $f12, x                     #<<
        li $v0, 3
        syscall
        li $v0, 10
        syscall
