datapath:step=6
