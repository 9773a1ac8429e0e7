# An unknown option: one line, exit code 2.
        nop
