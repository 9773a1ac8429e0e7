datapath:step=7
