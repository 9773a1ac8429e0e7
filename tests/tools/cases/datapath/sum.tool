datapath:step=4
