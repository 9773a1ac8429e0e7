# Recursive quicksort between two addresses.
.data
arr: .align 2
     .space 200
.text
main:
  la   $s7, arr
  addi $s6, $s7, 0
get:
  sub  $t0, $s6, $s7
  beq  $t0, 200, got
  li   $v0, 5
  syscall
  beqz $v0, got
  sw   $v0, 0($s6)
  add  $s6, $s6, 4
  j    get
got:
  move $a0, $s7
  addi $a1, $s6, -4
  jal  qsort
  li   $s5, 0
out:
  beq  $s7, $s6, finish
  lw   $t0, 0($s7)
  add  $s5, $s5, $t0
  move $a0, $t0
  jal  put_number
  add  $s7, $s7, 4
  j    out
finish:
  li   $v0, 11
  li   $a0, 10
  syscall
  li   $v0, 1
  move $a0, $s5
  syscall
  li   $v0, 17
  li   $a0, 0
  syscall

put_number:
  li   $v0, 1
  syscall
  li   $v0, 11
  li   $a0, ' '
  syscall
  jr   $ra

# a0 = first, a1 = last
qsort:
  bge  $a0, $a1, q_ret
  sub  $sp, $sp, 12
  sw   $ra, 0($sp)
  sw   $a1, 4($sp)
  lw   $t0, 0($a1)        # pivot
  move $t1, $a0           # store position
  move $t2, $a0
q_part:
  beq  $t2, $a1, q_mid
  lw   $t3, 0($t2)
  bge  $t3, $t0, q_skip
  lw   $t4, 0($t1)
  sw   $t3, 0($t1)
  sw   $t4, 0($t2)
  add  $t1, $t1, 4
q_skip:
  add  $t2, $t2, 4
  j    q_part
q_mid:
  lw   $t4, 0($t1)
  sw   $t0, 0($t1)
  sw   $t4, 0($a1)
  sw   $t1, 8($sp)
  add  $a1, $t1, -4
  jal  qsort
  lw   $a0, 8($sp)
  add  $a0, $a0, 4
  lw   $a1, 4($sp)
  jal  qsort
  lw   $ra, 0($sp)
  add  $sp, $sp, 12
q_ret:
  jr   $ra
