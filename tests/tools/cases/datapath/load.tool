datapath:step=2
