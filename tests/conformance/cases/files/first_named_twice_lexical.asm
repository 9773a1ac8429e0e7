# A word that is no language element is found once
li $t0, 0b1
