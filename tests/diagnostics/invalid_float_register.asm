        mov.s   $f0, $f1
        mov.s   $f01, $f1               # expect: invalid_float_register@17
