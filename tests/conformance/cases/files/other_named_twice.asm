# Any other file is a file of its own each time
nop
