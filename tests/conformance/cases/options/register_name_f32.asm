# nor is f32
.data
d: .double 1.5, 2.5
.text
l.d $f0, d
l.d $f2, d+8
li $t0, 0x41424344
mtc1 $t0, $f1
mtc1 $t0, $f7
li $fp, 6
