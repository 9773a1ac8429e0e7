# An instruction outside the text segments is stored nowhere
.text
nop
add $t0, $t1, $t2
.text 0x10000000
nop
.text 0x00400008
or $t0, $t1, $t2
