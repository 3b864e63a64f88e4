// What a translation that is told of keeps in mind of its memory: compiled once, without a program.
#pragma once
#include <cstring>
#include "memory.h"
namespace lw {
LW_PROGRAM void waited() {}  // what a device is asked for is done at once
}
