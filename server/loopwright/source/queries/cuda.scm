; inherits: cpp
(call_expression function: (_) @launch.name (kernel_call_syntax) @launch.configuration) @launch
