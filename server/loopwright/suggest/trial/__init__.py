"""`tested`: the enclosing function runs on generated inputs, in a child process with limits, three times: as it is, with
every access stamped by its iteration, and on copies of just the sections that the data clauses name, in shuffled order."""
