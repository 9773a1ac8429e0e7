# Warnings that count as errors come after all is stored
.data
x: .byte 300
.text
nop
add $t0, $t1, $t2
