        .data
        .asciiz "yes", no               # expect: not_a_string@24
