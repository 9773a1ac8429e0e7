x:      nop
x:      nop                             # expect: label_redefined@1
