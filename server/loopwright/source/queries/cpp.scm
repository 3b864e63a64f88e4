; inherits: c
(for_range_loop) @loop
(throw_statement) @throw
(lambda_expression) @lambda
