# A jump that is refused is stored as zero
.text
nop
j far
or $t0, $t1, $t2
.ktext
far: nop
