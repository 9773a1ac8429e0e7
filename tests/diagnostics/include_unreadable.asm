        .include "no_such_file.inc"     # expect: include_unreadable@18
