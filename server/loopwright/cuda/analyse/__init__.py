"""The second stage: what differs between the threads of a block, what an index counts, which loops wait for other threads."""
