"""Everything there is to say about the directives of a file: the rules of `openacc`, races that `dependence` finds, and
the front ends behind them."""
