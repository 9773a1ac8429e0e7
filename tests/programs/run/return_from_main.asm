# jr $ra from the main program: exit code 70 and what to do about it.
main:   jr      $ra
