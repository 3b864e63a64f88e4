# Read when llama.cpp's own project begins (CMAKE_PROJECT_llama.cpp_INCLUDE): llama-cpp-python switches on the library of llama.cpp's
# command line programs, half of all that is compiled, and uses nothing of it.
set(LLAMA_BUILD_COMMON OFF)
