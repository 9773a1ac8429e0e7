# An error in a macro; what is stored before and after it
.macro f
.data
.word 7
foo
.word 8
.text
.end_macro
.data
.word 1
.text
f
.data
.word 2, bad bad
