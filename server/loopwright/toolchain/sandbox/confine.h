/* What a program that runs code of the user may do: no network, no new programs or processes, no files to speak of.
   Takes hold before any code of the user. LW_MEMORY: bytes of address space; LW_SECONDS: of processor time; with
   LW_THREADS threads of the same process may be started, with LW_DRIVER a GPU's driver may make sockets (that reach nothing)
   and take its own files away. What is not covered: reading files, and systems other than Linux. */
#ifndef LOOPWRIGHT_CONFINE
#define LOOPWRIGHT_CONFINE
#include <stddef.h>
#if defined(__linux__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#ifndef LW_MEMORY
#define LW_MEMORY (2ul << 30)
#endif
#ifndef LW_SECONDS
#define LW_SECONDS 10
#endif
static void lw_limit(int what, unsigned long amount) {
  struct rlimit limit = {amount, amount};
  setrlimit((__rlimit_resource_t)what, &limit);
}
#define LW_DENY(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1)
__attribute__((constructor(101))) static void lw_lock(void) {
  lw_limit(RLIMIT_CPU, LW_SECONDS);
  lw_limit(RLIMIT_AS, LW_MEMORY);
  lw_limit(RLIMIT_FSIZE, 1ul << 20);
  lw_limit(RLIMIT_CORE, 0);
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      LW_DENY(SYS_connect), LW_DENY(SYS_execve), LW_DENY(SYS_execveat),
#ifndef LW_DRIVER
      LW_DENY(SYS_socket), LW_DENY(SYS_unlinkat),
#endif
#ifdef LW_THREADS
      /* clone with CLONE_THREAD (0x10000) starts a thread; clone3 says it does not exist, so that clone is used */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x10000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
#ifdef SYS_clone3
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 38),
#endif
#else
      LW_DENY(SYS_clone),
#ifdef SYS_clone3
      LW_DENY(SYS_clone3),
#endif
#endif
#ifdef SYS_fork
      LW_DENY(SYS_fork), LW_DENY(SYS_vfork), LW_DENY(SYS_rename), LW_DENY(SYS_rmdir),
#ifndef LW_DRIVER
      LW_DENY(SYS_unlink),
#endif
#endif
      LW_DENY(SYS_kill), LW_DENY(SYS_ptrace),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#endif
#endif
