        sll     $t0, $t1, 32            # expect: operand_out_of_range@27
        lui     $t0, -1                 # expect: operand_out_of_range@22
