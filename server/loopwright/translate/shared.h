/* The memory that a judge and a runner share with the parent, in C and C++; records.py has the same. */
#ifndef LOOPWRIGHT_SHARED
#define LOOPWRIGHT_SHARED
#include <stdint.h>
enum { LW_ITEMS = 64, LW_TRIALS = 16, LW_FINDINGS = 16, LW_TEXT = 160, LW_GAPS = 256 };
enum { LW_POINTER = 1, LW_CONSTANT = 2, LW_INTEGRAL = 4, LW_GLOBAL = 8, LW_UNTYPED = 16 };
enum { LW_LARGE_SIZES = 1, LW_INPUTS_ONLY = 2, LW_DIGESTS = 4, LW_MORE_LAUNCHES = 8, LW_RACE = 16 };
enum { LW_BEGUN = 1, LW_LOADED = 2, LW_ENDED = 3 };
enum { LW_NOT_RUN = 0, LW_FITS = 1, LW_UNFIT = 2, LW_NO_VALUE = 3 };
/* A parameter or a variable of the device: its bytes with small and with large buffers, and the bits of an element that hold nothing. */
struct lw_item {
  char name[64];
  uint64_t bytes[2], element;
  int32_t kind;
  uint32_t flags;
  unsigned char gaps[LW_GAPS];
};
struct lw_finding {
  char kind[16], text[LW_TEXT];
  uint64_t place, other;
  int32_t line, unused;
};
struct lw_digest {
  int32_t floating, changed;
  uint64_t hash, odd;
  double sum, absolute;
  uint64_t index[8];
  double value[8];
};
/* One launch. Its state lies at `state_at`: items one after the other, each at a multiple of 64; behind it, as large, what is left. */
struct lw_trial {
  unsigned char stamp[16];
  int32_t outcome, attempt, block, large;
  uint32_t shape[6];
  uint64_t shared_bytes, state_at, state_bytes, other_at; /* what another order of the threads leaves, 0 for the same */
  double original_ms, translated_ms;
  int32_t findings, taken;
  struct lw_finding unfit, finding[LW_FINDINGS];
};
struct lw_header {
  unsigned char secret[16];
  char entry[64];
  uint64_t bytes, states_at;
  int32_t number, first, trials, flags;
  uint32_t items, state;
  int32_t plan[LW_TRIALS][3];
  struct lw_item item[LW_ITEMS];
  struct lw_trial trial[LW_TRIALS];
  struct lw_digest digest[LW_TRIALS][LW_ITEMS];
};
/* What the program that loads a library does for it: the memory is within reach only where no code of the user runs. */
struct lw_shared {
  struct lw_header *header, plan;
  void (*reach)(int);
  void (*stamp)(struct lw_trial *, int);
};
#endif
