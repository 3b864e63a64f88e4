#include "cuda_declared.h"
