// The calls that -fsanitize=bounds puts at subscripts of arrays.
#pragma once
#include "hooks.h"
LW_HOOK void __ubsan_handle_out_of_bounds(void *data, unsigned long index) { lw::subscript(data, index); }
LW_HOOK void __ubsan_handle_out_of_bounds_abort(void *data, unsigned long index) { lw::subscript(data, index); }
