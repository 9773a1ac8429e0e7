datapath:step=3
