/* What the rewritten loop calls, and what its program hands over. Every name begins with lw_: in the user's text each run puts
   letters of its own in that place. `site` is the number of an access in the source; `does`: 1 reads, 2 writes, 3 both. */
struct lw_hooks {
  void *(*lw_touch)(const void *, unsigned long, int, int);              /* address, bytes, site, does */
  void (*lw_begin)(void);                                                /* the loop begins … */
  void (*lw_except)(const void *, unsigned long, int);                   /* … 0: a reduction, 1: private */
  void (*lw_iteration)(long long);                                       /* value of the loop's variable */
  void (*lw_end)(void);
  long (*lw_open)(void);                                                 /* the loop on the device begins: where its sections start */
  void *(*lw_map)(int, void *, unsigned long, long long, long long, int);/* number, host, size of an element, first, count, clause */
  void *(*lw_check)(const void *, unsigned long, long, int, int);        /* address, bytes, section, site, does */
  void (*lw_keep)(long long);                                            /* value of the loop's variable */
  long (*lw_shuffle)(void);                                              /* how many there are */
  long long (*lw_value)(long);                                           /* the one in that place */
  void (*lw_close)(void);
  void (*lw_assume)(int);                                                /* whether what the verdict assumes holds here */
};
struct lw_program {
  const struct lw_hooks **lw_hooks;
  void (*lw_globals)(void **);  /* puts the addresses of variables at file level in their slots */
  void (*lw_call)(void **);     /* the function, with arguments from and results to the slots */
};
