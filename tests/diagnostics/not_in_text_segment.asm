x:      .word   5                       # expect: not_in_text_segment@9
        .space  4                       # expect: not_in_text_segment@9
