(for_statement) @loop
(function_definition) @function
(break_statement) @break
(return_statement) @return
(goto_statement) @goto
