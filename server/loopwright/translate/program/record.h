/* The memory that a run of a program shares with the parent, in C and C++; run.py has the same. */
#ifndef LOOPWRIGHT_PROGRAM_RECORD
#define LOOPWRIGHT_PROGRAM_RECORD
#include <stdint.h>
enum { LW_KERNELS = 128, LW_FILES = 64, LW_NAME = 120, LW_PATH = 400, LW_SAID = 200, LW_FOLDER = 4096, LW_COPIES = 65536 };
/* What a reference does otherwise than it might: blocks and threads from the last to the first; what is not waited for comes as late
   as it may; memory that is given out holds something; clocks hardly move; no kernel is run; the nodes of a graph from the last to the
   first, where they do not wait for each other; the threads of a warp in step; what copies bring to the host is told; each stream's
   work is done when the host waits for that stream, and the last asked for first; memory that is shared with the device is seen by libraries. */
enum { LW_BACKWARD = 1, LW_LATE = 2, LW_FILLED = 4, LW_SLOWER = 8, LW_NO_KERNEL = 16, LW_NODES = 32, LW_IN_STEP = 64, LW_TOLD = 128, LW_STREAMS = 256, LW_SHARED_SHUT = 512 };
struct lw_launched {
  char name[LW_NAME];
  uint64_t times;
};
struct lw_written {
  char path[LW_PATH];
  uint64_t bytes, at; /* `at`: where its bytes lie here, 0 where there is no room */
};
struct lw_brought {
  uint64_t bytes, digest, at; /* `at`: where its bytes lie here, 0 where there is no room */
  uint32_t element, there;    /* how close they have to be (device.h); whether it was made */
};
struct lw_record {
  uint64_t size, files_at;   /* from the parent, as the next two */
  uint64_t copies_at, copied_at, copied_until; /* where what copies bring is told, and where its bytes have room */
  uint32_t mode, started;
  char without[LW_NAME];     /* a kernel that is not run */
  char folder[LW_FOLDER];    /* where the program begins, empty to stay */
  uint32_t kernels, files;
  uint32_t in_pieces, copies; /* whether threads print what is no line */
  uint64_t refused;          /* copies and launches that a GPU's runtime refuses */
  char said[LW_SAID];        /* the first of them */
  struct lw_launched kernel[LW_KERNELS];
  struct lw_written file[LW_FILES];
};
#ifdef __cplusplus
extern "C"
#else
extern
#endif
__attribute__((visibility("hidden"))) struct lw_record *lw_record; /* NULL where nobody asks */
#ifdef __cplusplus
extern "C" {
#endif
/* The number of the next copy to the host, and what it brings. */
__attribute__((visibility("hidden"))) uint32_t lw_copy_number(void);
__attribute__((visibility("hidden"))) void lw_brought(uint32_t number, const void *p, uint64_t bytes, uint32_t element);
#ifdef __cplusplus
}
#endif
#endif
