# A file that can't be read: exit code 66.
        nop
