        .macro  add %x                  # expect: invalid_macro_name@17
