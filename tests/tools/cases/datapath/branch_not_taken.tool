datapath:step=5
