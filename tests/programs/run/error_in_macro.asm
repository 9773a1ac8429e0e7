# An error inside a macro names the macro's line and the call's.
        .macro  fetch %r
        lw      $t0, (%r)
        .end_macro
        li      $t5, 3
        fetch   $t5
