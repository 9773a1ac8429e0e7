memref:unit=4x4,base=text
