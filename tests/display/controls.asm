# Shows mariner's own registers: the unit under the pointer is white; unit 0 is red while the key w is held, and green once
# it was let go; unit 1 changes with every frame shown. The left button ends the program.
#
# Bitmap display: unit 16x16, display 512x512, base address 0x10040000 (heap)

        .eqv    CONTROLS,  0xffffe000
        .eqv    MAGIC,     0x4d415234
        .eqv    WAIT,      0x08
        .eqv    FRAMES,    0x04
        .eqv    KEY_EVENT, 0x0c
        .eqv    COLUMN,    0x10
        .eqv    ROW,       0x14
        .eqv    BUTTONS,   0x18
        .eqv    HELD_W,    0x2c         # the word of keys 96 to 127
        .eqv    BIT_W,     0x00800000   # 119 - 96 = 23

        .text
main:
        li      $s0, CONTROLS
        li      $t0, MAGIC
        sw      $t0, 0($s0)
        lw      $t0, 0($s0)
        li      $t1, 1
        bne     $t0, $t1, done          # not switched on
        li      $s1, 0x10040000
        li      $s2, 0                  # the unit drawn white
        li      $s3, 0                  # colour of unit 0
        li      $t2, 0x00303030
        sw      $t2, 0($s1)
frame:
        sw      $zero, WAIT($s0)
        lw      $t0, COLUMN($s0)
        lw      $t1, ROW($s0)
        bltz    $t0, keys
        beqz    $s2, draw
        sw      $zero, 0($s2)
draw:
        sll     $t1, $t1, 5
        addu    $t0, $t0, $t1
        sll     $t0, $t0, 2
        addu    $s2, $t0, $s1
        li      $t2, 0x00ffffff
        sw      $t2, 0($s2)
keys:
        lw      $t0, HELD_W($s0)
        li      $t1, BIT_W
        and     $t0, $t0, $t1
        beqz    $t0, events
        li      $s3, 0x00ff0000
events:
        lw      $t0, KEY_EVENT($s0)
        li      $t1, 0x80000077         # w went up
        bne     $t0, $t1, paint
        li      $s3, 0x0000ff00
paint:
        sw      $s3, 0($s1)
        lw      $t0, FRAMES($s0)
        andi    $t0, $t0, 1
        sll     $t0, $t0, 7
        sw      $t0, 4($s1)
        lw      $t0, BUTTONS($s0)
        andi    $t0, $t0, 1
        beqz    $t0, frame
done:
        li      $v0, 10
        syscall
