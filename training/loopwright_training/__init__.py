"""How the shipped models are made: mine → pairs → tokenizer → pretrain → adapt → export → evaluate."""
