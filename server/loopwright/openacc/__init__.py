"""Layer 2: the OpenACC language as data, its directives read and written."""
