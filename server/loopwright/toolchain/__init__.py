"""Layer 3: compilers and other processes. The only package that starts one."""
