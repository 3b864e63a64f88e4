/* Read before everything else, see first_header in compilers.py. */
