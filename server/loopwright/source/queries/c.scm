(for_statement) @loop
(function_definition) @function
(break_statement) @break
(return_statement) @return
(goto_statement) @goto
(labeled_statement) @label
(assignment_expression left: (_) @change)
(update_expression argument: (_) @change)
