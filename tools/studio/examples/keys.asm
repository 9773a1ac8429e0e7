# Moves a dot with the keys w, a, s, d; q ends. Press Run, then click the picture.
# Bitmap Display: unit width in pixels 16, unit height in pixels 16,
# display width in pixels 256, display height in pixels 256,
# base address for display 0x10040000 (heap)
        .text
main:   li      $s0, 8              # column
        li      $s1, 8              # row
        li      $s2, 0xffd75e       # colour of the dot
draw:   sll     $t0, $s1, 4
        add     $t0, $t0, $s0
        sll     $t0, $t0, 2
        addi    $t0, $t0, 0x10040000
        sw      $s2, 0($t0)
wait:   lw      $t1, 0xffff0000     # is a key there?
        andi    $t1, $t1, 1
        beqz    $t1, wait
        lw      $t2, 0xffff0004     # which?
        li      $t3, 0x1f5377
        sw      $t3, 0($t0)         # a trail
        beq     $t2, 'a', left
        beq     $t2, 'd', right
        beq     $t2, 'w', up
        beq     $t2, 's', down
        beq     $t2, 'q', end
        j       draw
left:   addi    $s0, $s0, -1
        j       inside
right:  addi    $s0, $s0, 1
        j       inside
up:     addi    $s1, $s1, -1
        j       inside
down:   addi    $s1, $s1, 1
inside: andi    $s0, $s0, 15        # what leaves on one side comes in on the other
        andi    $s1, $s1, 15
        j       draw
end:    li      $v0, 10
        syscall
