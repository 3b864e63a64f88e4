/* Ways out of the walls around a program. `attempts NAME VICTIM PARENT` exits with 77 where NAME came through, with 0 where it
   was refused; VICTIM is a file of somebody else, PARENT a process of somebody else. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/vm_sockets.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *victim = "", *own = "";
static pid_t parent;
extern char **environ;

static int opened(const char *path, int flags) { int fd = open(path, flags); if (fd >= 0) close(fd); return fd >= 0; }
static int overwritten(void) { int fd = open(victim, O_WRONLY | O_TRUNC); if (fd < 0) return 0; return write(fd, "x", 1) == 1; }
static const char *beside(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s", victim);
  snprintf(strrchr(path, '/') + 1, 200, "%s", name);
  return path;
}
static int child_runs(pid_t pid) { if (pid == 0) _exit(0); if (pid > 0) waitpid(pid, 0, 0); return pid > 0; }
static int makes_socket(int domain, int type, int protocol) { return socket(domain, type, protocol) >= 0; }

/* Before main. */
static int early;
static void in_constructor(int argc, char **argv, char **envp);
static void in_preinit(int argc, char **argv, char **envp) {
  (void)envp;
  if (argc > 2 && !strcmp(argv[1], "preinit_array")) { victim = argv[2]; early = overwritten(); }
}
__attribute__((section(".preinit_array"), used)) static void (*preinit)(int, char **, char **) = in_preinit;
__attribute__((constructor(101))) static void in_constructor(int argc, char **argv, char **envp) {
  (void)envp;
  if (argc > 2 && !strcmp(argv[1], "constructor")) { victim = argv[2]; early = overwritten(); }
}
static int before_main(void) { return early; }

/* The filter itself. */
static int own_filter(void) {
  struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {1, all};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  return overwritten();
}
static int no_seccomp(void) { return prctl(PR_SET_SECCOMP, 0, 0) == 0 || prctl(PR_GET_SECCOMP) == 0; }
#ifdef __x86_64__
static int gate_of_32_bits(void) { long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(20) : "memory", "r8", "r9", "r10", "r11"); return r > 0; }
static int gate_opens_files(void) {
  char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (low == MAP_FAILED) return 0;
  strcpy(low, "/etc/passwd");
  long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(5), "b"(low), "c"(0), "d"(0) : "memory", "r8", "r9", "r10", "r11");
  return r > 0;
}
static int x32(void) { return syscall(0x40000000 | 39) > 0; }
static int x32_in_old_numbers(void) { return syscall(0x40000000 | 520) == 0 || errno != ENOSYS; }
#endif

/* Other processes. */
static int parent_memory(void) { char p[64]; snprintf(p, sizeof p, "/proc/%d/mem", parent); return opened(p, O_RDWR) || opened(p, O_RDONLY); }
static int parent_environment(void) { char p[64]; snprintf(p, sizeof p, "/proc/%d/environ", parent); return opened(p, O_RDONLY); }
static int own_parent_memory(void) { char p[64]; snprintf(p, sizeof p, "/proc/%d/mem", getppid()); return opened(p, O_RDWR); }
static int traces(void) { return ptrace(PTRACE_SEIZE, parent, 0, 0) == 0; }
static int asks_to_be_traced(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }
static int reads_parent(void) { char b[1]; struct iovec l = {b, 1}, f = {(void *)0x400000, 1}; return process_vm_readv(parent, &l, 1, &f, 1, 0) >= 0 || errno == EFAULT; }
static int signals(void) { return kill(parent, 0) == 0; }
static int signals_own_parent(void) { pid_t p = getppid(); return p > 1 ? kill(p, 0) == 0 : 0; }
static int signals_all(void) { return kill(-1, 0) == 0; }
static int signals_group(void) { return kill(0, 0) == 0; }
static int signals_thread(void) { return syscall(SYS_tkill, parent, 0) == 0 || syscall(SYS_tgkill, parent, parent, 0) == 0; }
static int queues_signal(void) { union sigval v = {0}; return sigqueue(parent, 0, v) == 0; }
static int pidfd_signal(void) { int fd = syscall(434, parent, 0); return fd >= 0 && syscall(424, fd, 0, 0, 0) == 0; }
static int pidfd_takes_file(void) { int fd = syscall(434, parent, 0); return fd >= 0 && syscall(438, fd, 0, 0) >= 0; }
static int signals_by_owner(void) { int p[2]; if (pipe(p)) return 0; return fcntl(p[0], F_SETOWN, parent) == 0; }
static int lists_processes(void) { DIR *d = opendir("/proc"); struct dirent *e; int n = 0; while (d && (e = readdir(d))) n += e->d_name[0] > '0' && e->d_name[0] <= '9'; return n > 3; }
static int lowers_parent(void) { return setpriority(PRIO_PROCESS, parent, 19) == 0; }
static int limits_parent(void) { struct rlimit r; return prlimit(parent, RLIMIT_NOFILE, 0, &r) == 0; }
static int compares_parent(void) { return syscall(SYS_kcmp, getpid(), parent, 0, 0, 0) >= 0; }
static int moves_parent(void) { cpu_set_t s; CPU_ZERO(&s); CPU_SET(0, &s); return sched_setaffinity(parent, sizeof s, &s) == 0; }

/* Files. */
static int truncates(void) { return truncate(victim, 0) == 0; }
static int opens_to_write(void) { return opened(victim, O_RDWR); }
static int opens_to_truncate(void) { return opened(victim, O_RDONLY | O_TRUNC) || opened(victim, O_WRONLY | O_TRUNC); }
static int appends(void) { return opened(victim, O_WRONLY | O_APPEND); }
static int reads(void) { return opened(victim, O_RDONLY); }
static int renames(void) { char to[4096]; snprintf(to, sizeof to, "%s", beside("moved")); return rename(victim, to) == 0; }
static int renames_over(void) { int fd = open("own", O_CREAT | O_WRONLY, 0600); if (fd >= 0) close(fd); return rename("own", victim) == 0; }
static int removes(void) { return unlink(victim) == 0; }
static int removes_by_folder(void) { int d = open(beside(""), O_RDONLY | O_DIRECTORY); return unlinkat(d >= 0 ? d : AT_FDCWD, d >= 0 ? strrchr(victim, '/') + 1 : victim, 0) == 0; }
static int links(void) { return link(victim, beside("link")) == 0 || link(victim, "link") == 0; }
static int symlinks(void) { if (symlink(victim, "soft") && symlink(victim, beside("soft"))) return 0; return opened("soft", O_WRONLY) || 1; }
static int changes_mode(void) { return chmod(victim, 0777) == 0; }
static int changes_owner(void) { return chown(victim, getuid(), getgid()) == 0; }
static int changes_times(void) { return utimes(victim, 0) == 0; }
static int sets_attribute(void) { return setxattr(victim, "user.x", "y", 1, 0) == 0; }
static int makes_file(void) { int fd = open(beside("made"), O_CREAT | O_EXCL | O_WRONLY, 0600); return fd >= 0; }
static int makes_folder(void) { return mkdir(beside("folder"), 0700) == 0; }
static int makes_fifo(void) { return mkfifo(beside("fifo"), 0600) == 0; }
static int makes_device(void) { return mknod("disk", S_IFBLK | 0600, 0xfe00) == 0 || mknod(beside("zero"), S_IFCHR | 0666, (1 << 8) | 5) == 0; }
static int by_handle(void) { struct { unsigned n; int t; char h[128]; } h = {128, 0, {0}}; int m; return name_to_handle_at(AT_FDCWD, "/", (void *)&h, &m, 0) == 0 && open_by_handle_at(AT_FDCWD, (void *)&h, O_RDONLY) >= 0; }
static int climbs(void) { for (int i = 0; i < 40; i++) if (chdir("..")) return 0; char p[4200]; snprintf(p, sizeof p, ".%s", victim); return opened(p, O_RDONLY); }
static int by_root_link(void) { char p[4200]; snprintf(p, sizeof p, "/proc/1/root%s", victim); return opened(p, O_RDONLY); }
static int secrets(void) { return opened("/etc/shadow", O_RDONLY) || opened("/etc/passwd", O_RDONLY); }
static int homes(void) { DIR *a = opendir("/root"), *b = opendir("/home"); return a || b; }
static int lists_folder(void) { return opendir(beside("")) != 0; }
static int fills_disk(void) {
  static char block[1 << 16]; long written = 0;
  for (int f = 0; f < 40; f++) {
    char name[20]; snprintf(name, sizeof name, "fill%d", f);
    int fd = open(name, O_CREAT | O_WRONLY, 0600);
    if (fd < 0) break;
    for (int i = 0; i < 16; i++) { long n = write(fd, block, sizeof block); if (n <= 0) break; written += n; }
    close(fd);
  }
  return written > 1 << 20;
}
static int makes_files_without_end(void) { int n = 0; for (; n < 20000; n++) { char name[20]; snprintf(name, sizeof name, "n%d", n); int fd = open(name, O_CREAT | O_WRONLY, 0600); if (fd < 0) break; close(fd); } return n == 20000; }
static int changes_program(void) { return opened(own, O_WRONLY) || opened("/usr/lib/os-release", O_RDWR); }
static int writes_root(void) { return mkdir("/made", 0700) == 0 || mkdir("/etc/made", 0700) == 0 || mkdir("/dev/made", 0700) == 0; }
static int locks_libraries(void) { return opened("/usr/lib", O_TMPFILE | O_RDWR) || mkdir("/usr/lib/loopwright", 0700) == 0; }

/* Processes, memory, time. */
static int forks(void) { return child_runs(fork()); }
static int vforks(void) { return child_runs(vfork()); }
static int clones(void) { return child_runs(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
static int clone3s(void) { uint64_t a[8] = {0, 0, 0, 0, SIGCHLD}; return child_runs(syscall(435, a, sizeof a)); }
static void *idle(void *x) { return x; }
static int threads(void) { pthread_t t; return pthread_create(&t, 0, idle, 0) == 0; }
static void *sleeps(void *x) { sleep(20); return x; }
static int threads_without_end(void) {
  pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 16384);
  int n = 0; for (pthread_t t; n < 3000; n++) if (pthread_create(&t, &a, sleeps, 0)) break;
  return n == 3000;
}
static int memory(void) { char *p = malloc(3ul << 30); if (!p) return 0; for (size_t i = 0; i < 3ul << 30; i += 1 << 20) p[i] = 1; return 1; }
static int shared_memory(void) { int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600); if (id >= 0) shmctl(id, IPC_RMID, 0); return id >= 0; }
static int memory_file(void) { return syscall(SYS_memfd_create, "x", 0) >= 0; }
static int posix_shared(void) { int fd = open("/dev/shm/loopwright", O_CREAT | O_RDWR, 0600); if (fd >= 0) unlink("/dev/shm/loopwright"); return fd >= 0; }
static int cpu_time(void) { struct timeval a, b; gettimeofday(&a, 0); signal(SIGXCPU, SIG_IGN); do gettimeofday(&b, 0); while (b.tv_sec - a.tv_sec < 6); return 1; }
static int raises_limits(void) { struct rlimit r; getrlimit(RLIMIT_CPU, &r); r.rlim_cur = r.rlim_max = RLIM_INFINITY; if (setrlimit(RLIMIT_CPU, &r) == 0) return 1; return syscall(SYS_prlimit64, 0, RLIMIT_AS, &r, 0) == 0; }
static int priority(void) { struct sched_param p = {1}; return sched_setscheduler(0, SCHED_FIFO, &p) == 0 || nice(-5) == -5; }
static int dumps_core(void) { struct rlimit r; getrlimit(RLIMIT_CORE, &r); return r.rlim_cur > 1 || prctl(PR_SET_DUMPABLE, 1) == 0; }
static int outlives(void) { prctl(PR_SET_PDEATHSIG, 0); return prctl(PR_SET_PDEATHSIG, 0) == 0 || setsid() > 0; }
static int locks_memory(void) { return mlockall(MCL_FUTURE) == 0; }

/* Programs. */
static int shell(void) { char *a[] = {"sh", "-c", "exit 77", 0}; execve("/bin/sh", a, environ); return 0; }
static int starts_itself(void) { char *a[] = {"attempts", "succeeds", "/x", "1", 0}; execve(own, a, environ); return 0; }
static int loader(void) { char *a[] = {"ld", "--version", 0}; return execve("/lib64/ld-linux-x86-64.so.2", a, environ) == 0 ; }
static int memory_program(void) {
  int fd = syscall(SYS_memfd_create, "x", 0), from = open(own, O_RDONLY); char b[1 << 16]; long n;
  if (fd < 0) fd = open("copy", O_CREAT | O_RDWR, 0700);
  while (from >= 0 && (n = read(from, b, sizeof b)) > 0) if (write(fd, b, n) < 0) break;
  char *a[] = {"attempts", "succeeds", "/x", "1", 0};
  syscall(SYS_execveat, fd, "", a, environ, AT_EMPTY_PATH);
  return 0;
}
static int second_start(void) {
  int from = open(own, O_RDONLY); char *a[] = {"attempts", "succeeds", "/x", "1", 0};
  for (int fd = 1023; fd > 2; fd--) if (dup2(from, fd) == fd || fcntl(from, F_DUPFD, fd) >= 0) syscall(SYS_execveat, fd, "", a, environ, AT_EMPTY_PATH);
  return 0;
}
static int set_user_id(void) { char *a[] = {"su", "--version", 0}; if (setuid(0) == 0 && geteuid() == 0) return 1; execve("/bin/su", a, environ); execve("/usr/bin/su", a, environ); return 0; }
static int succeeds(void) { return 1; }

/* The network and other ways to talk. */
static int internet(void) { return makes_socket(AF_INET, SOCK_STREAM, 0) || makes_socket(AF_INET, SOCK_DGRAM, 0); }
static int internet6(void) { return makes_socket(AF_INET6, SOCK_STREAM, 0); }
static int unix_socket(void) { return makes_socket(AF_UNIX, SOCK_STREAM, 0); }
static int abstract_socket(void) { struct sockaddr_un a = {AF_UNIX, "\0loopwright"}; int s = socket(AF_UNIX, SOCK_STREAM, 0); return s >= 0 && bind(s, (void *)&a, 14) == 0; }
static int vsock(void) { return makes_socket(AF_VSOCK, SOCK_STREAM, 0); }
static int netlink(void) { return makes_socket(AF_NETLINK, SOCK_RAW, 0); }
static int packets(void) { return makes_socket(AF_PACKET, SOCK_RAW, 0x300) || makes_socket(AF_INET, SOCK_RAW, 1); }
static int algorithm(void) { return makes_socket(AF_ALG, SOCK_SEQPACKET, 0); }
static int pair(void) { int s[2]; return socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0; }
static int types_into_terminal(void) { char c = 'x'; int fd = open("/dev/tty", O_RDWR), any = 0; for (int i = -1; i < 3; i++) any |= ioctl(i < 0 ? fd : i, TIOCSTI, &c) == 0 || errno == EIO; return any; }
static int owner_by_ioctl(void) { int p[2], own = getpid(); if (pipe(p)) return 0; return ioctl(p[0], FIOASYNC, &own) == 0; }
static int watches(void) { return inotify_init() >= 0; }

/* The kernel. */
static int rings(void) { char p[256] = {0}; return syscall(425, 4, p) >= 0; }
static int mounts(void) { return mount("none", "/tmp", "tmpfs", 0, 0) == 0 || mount("/", "/tmp", 0, MS_BIND, 0) == 0; }
static int remounts(void) { return mount("none", "/", 0, MS_REMOUNT | MS_BIND, 0) == 0; }
static int unmounts(void) { return umount2("/tmp", MNT_DETACH) == 0 || umount2("/usr/lib", MNT_DETACH) == 0; }
static int opens_tree(void) { return syscall(428, AT_FDCWD, "/", 0) >= 0 || syscall(430, "tmpfs", 0) >= 0; }
static int namespaces(void) { return unshare(CLONE_NEWUSER) == 0; }
static int new_namespace(void) { return child_runs(syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0)); }
static int joins(void) { int fd = open("/proc/1/ns/mnt", O_RDONLY); return setns(fd, 0) == 0; }
static int changes_root(void) { return chroot("/tmp") == 0 || chroot(".") == 0; }
static int keys(void) { return syscall(SYS_keyctl, 0, -3, 1) >= 0 || syscall(SYS_add_key, "user", "a", "b", 1, -2) >= 0; }
static int bpf_programs(void) { char a[128] = {0}; return syscall(SYS_bpf, 0, a, sizeof a) >= 0 || errno != EPERM; }
static int events(void) { char a[128] = {0}; *(int *)(a + 4) = 64; return syscall(SYS_perf_event_open, a, 0, -1, -1, 0) >= 0 || (errno != EPERM && errno != EACCES); }
static int faults(void) { return syscall(SYS_userfaultfd, 0) >= 0; }
static int persona(void) { return syscall(SYS_personality, 0x0400000) >= 0; }
static int host_name(void) { return sethostname("x", 1) == 0; }
static int host_clock(void) { return syscall(SYS_clock_settime, 0, 0) == 0 || errno != EPERM; }
static int kernel_log(void) { return opened("/dev/kmsg", O_RDONLY) || syscall(SYS_syslog, 10, 0, 0) >= 0; }
static int disks(void) { return opened("/dev/vda", O_RDONLY) || opened("/dev/mem", O_RDONLY) || opened("/dev/kvm", O_RDWR) || opened("/dev/fuse", O_RDWR) || opened("/dev/loop0", O_RDWR) || opened("/dev/ptmx", O_RDWR) || opened("/dev/full", O_RDWR); }
static int cgroups(void) { return opened("/sys/fs/cgroup/cgroup.procs", O_WRONLY) || opendir("/sys/fs/cgroup") != 0; }
static int kernel_settings(void) { return opened("/proc/sys/kernel/core_pattern", O_RDONLY) || opened("/proc/sysrq-trigger", O_WRONLY); }
static int gains_capability(void) { uint32_t h[2] = {0x20080522, 0}, d[6] = {~0u, ~0u, 0, ~0u, ~0u, 0}; return syscall(SYS_capset, h, d) == 0; }

/* What was left lying about. */
static int environment(void) { for (char **e = environ; *e; e++) if (strstr(*e, "SECRET") || strstr(*e, "LD_") || strstr(*e, "XDG")) return 1; return 0; }
static int descriptors(void) { for (int fd = 3; fd < 65536; fd++) if (fcntl(fd, F_GETFD) >= 0) return 1; return 0; }

static const struct { const char *name; int (*attempt)(void); } table[] = {
#define A(x) {#x, x}
  {"constructor", before_main}, {"preinit_array", before_main}, A(own_filter), A(no_seccomp),
#ifdef __x86_64__
  A(gate_of_32_bits), A(gate_opens_files), A(x32), A(x32_in_old_numbers),
#endif
  A(parent_memory), A(parent_environment), A(own_parent_memory), A(traces), A(asks_to_be_traced), A(reads_parent), A(signals), A(signals_own_parent),
  A(signals_all), A(signals_group), A(signals_thread), A(queues_signal), A(pidfd_signal), A(pidfd_takes_file), A(signals_by_owner),
  A(lists_processes), A(lowers_parent), A(limits_parent), A(compares_parent), A(moves_parent),
  A(truncates), A(opens_to_write), A(opens_to_truncate), A(appends), A(reads), A(renames), A(renames_over), A(removes), A(removes_by_folder), A(links), A(symlinks),
  A(changes_mode), A(changes_owner), A(changes_times), A(sets_attribute), A(makes_file), A(makes_folder), A(makes_fifo), A(makes_device), A(by_handle), A(climbs), A(by_root_link),
  A(secrets), A(homes), A(lists_folder), A(fills_disk), A(makes_files_without_end), A(changes_program), A(writes_root), A(locks_libraries),
  A(forks), A(vforks), A(clones), A(clone3s), A(threads), A(threads_without_end), A(memory), A(shared_memory), A(memory_file), A(posix_shared), A(cpu_time), A(raises_limits),
  A(priority), A(dumps_core), A(outlives), A(locks_memory),
  A(shell), A(starts_itself), A(loader), A(memory_program), A(second_start), A(set_user_id), A(succeeds),
  A(internet), A(internet6), A(unix_socket), A(abstract_socket), A(vsock), A(netlink), A(packets), A(algorithm), A(pair), A(types_into_terminal), A(owner_by_ioctl), A(watches),
  A(rings), A(mounts), A(remounts), A(unmounts), A(opens_tree), A(namespaces), A(new_namespace), A(joins), A(changes_root), A(keys), A(bpf_programs), A(events), A(faults),
  A(persona), A(host_name), A(host_clock), A(kernel_log), A(disks), A(cgroups), A(kernel_settings), A(gains_capability), A(environment), A(descriptors),
};

int main(int argc, char **argv) {
  const int count = sizeof table / sizeof *table;
  if (argc < 4) { for (int i = 0; i < count; i++) puts(table[i].name); return 0; }
  own = argv[0], victim = argv[2], parent = atoi(argv[3]);
  for (int i = 0; i < count; i++) if (!strcmp(table[i].name, argv[1])) return table[i].attempt() ? 77 : 0;
  return 2;
}
