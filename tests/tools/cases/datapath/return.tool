datapath:step=8
