# Every instruction with unused bits that MARS 4.6 spoils, and its kin that it doesn't; mars_4_6.hex is what it dumps.
syscall
teq $t1, $t2
teq $zero, $ra
tne $t1, $t2
tne $ra, $zero
tge $s0, $s1
tge $0, $0
tgeu $t1, $t2
tgeu $31, $31
tlt $a0, $a1
tlt $16, $15
tltu $v0, $v1
tltu $1, $16
teqi $t1, -100
tnei $t1, 100
tgei $t1, 1
tgeiu $t1, 1
tlti $t1, -1
tltiu $t1, 1
break
break 100
break 65535
eret
nop
jr $ra
jalr $t1
mfhi $t0
mtlo $t0
clo $t1, $t2
sll $t0, $t1, 3
mfc0 $t0, $12
mtc1 $t0, $f1
mov.d $f2, $f4
c.eq.s $f0, $f1
bc1t 3, end
movf $t1, $t2, 1
end: syscall
