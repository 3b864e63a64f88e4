"""Calls to the Linux kernel that Python has no function for. Each raises :class:`OSError`, named after the call."""

from __future__ import annotations

import ctypes
import os
import sys

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform != "win32" else None

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND = 1, 2, 4, 8, 32, 4096
MS_REC, MS_PRIVATE = 16384, 1 << 18
_MNT_DETACH, _AT_RECURSIVE, _AT_EMPTY_PATH = 2, 0x8000, 0x1000
_AT_FDCWD = -100

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 24, 22, 38
_PR_SET_CHILD_SUBREAPER, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _PR_CAP_AMBIENT_CLEAR_ALL = 36, 47, 2, 4
_PR_SET_KEEPCAPS = 8
CAP_DAC_OVERRIDE = 1
_SECCOMP_MODE_FILTER = 2
_SECCOMP_SET_MODE_FILTER, _SECCOMP_FILTER_FLAG_NEW_LISTENER = 1, 8

# By machine: pivot_root, execveat, mount_setattr, landlock_create_ruleset, _add_rule, _restrict_self, seccomp.
_NUMBERS = {"x86_64": (155, 322, 442, 444, 445, 446, 317), "aarch64": (41, 281, 442, 444, 445, 446, 277)}
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def machine() -> str:
    """What the processor is called here; the walls know x86_64 and aarch64."""
    return os.uname().machine if sys.platform != "win32" and sys.maxsize > 2**32 else ""


def audit_architecture() -> int:
    """The number that a system call of this machine's own architecture carries."""
    return _AUDIT_ARCH[machine()]


def known_machine() -> bool:
    """Whether the numbers of system calls are known for this machine."""
    return machine() in _NUMBERS


def die_with_parent(parent: int) -> None:
    """Have the kernel end this process when ``parent`` ends; for systems that cannot, nothing."""
    if sys.platform == "linux":
        _prctl(_PR_SET_PDEATHSIG, 9)
        if os.getppid() != parent:
            os._exit(1)  # it had ended already


def adopt_orphans() -> None:
    """Make this process the parent of descendants whose own parent ends."""
    if sys.platform == "linux":
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def hide_memory() -> None:
    """No other process of the same user may read or trace this one."""
    _prctl(_PR_SET_DUMPABLE, 0)


def drop_bounds(but: int = -1) -> None:
    """No program started from here on can have a capability, ``but`` one."""
    for capability in range(64):
        try:
            if capability != but:
                _prctl(_PR_CAPBSET_DROP, capability)
        except OSError:
            return  # past the last one; or not ours to drop, then there is none to keep either


def keep_capabilities() -> None:
    """The next change of user does not take capabilities away."""
    _prctl(_PR_SET_KEEPCAPS, 1)


def forgo_privileges(but: int = -1) -> None:
    """No program started from here on gains privileges, and every capability ``but`` one is given up."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    kept = 1 << but if but >= 0 else 0  # effective, permitted, inheritable; then those from 32 on
    _checked("capset", "capset", ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)(kept, kept, kept)))
    if but >= 0:
        _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, but)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install_filter(program: bytes) -> None:
    """Let ``program``, instructions of classic BPF, judge every system call from here on."""
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(_Program(len(program) // 8, program)))


def install_listener(program: bytes) -> int:
    """As :func:`install_filter`; calls that ``program`` puts to a listener wait for who reads from the returned descriptor."""
    flags, number = _SECCOMP_FILTER_FLAG_NEW_LISTENER, _NUMBERS[machine()][6]
    wanted = ctypes.byref(_Program(len(program) // 8, program))
    return _syscall("seccomp", number, _SECCOMP_SET_MODE_FILTER, flags, wanted)


def unshare(flags: int) -> None:
    """Leave the namespaces that ``flags`` name."""
    _checked("unshare", "unshare", flags)


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """Mount; ``data`` are options of the file system."""
    _checked(f"mount {target}", "mount", source.encode(), target.encode(), kind.encode(), flags, data.encode())


def make_read_only(target: str) -> None:
    """A mount and all below it: no writing, no set-user-id programs, no devices."""
    wanted = (ctypes.c_uint64 * 4)(MS_RDONLY | MS_NOSUID | MS_NODEV)  # set, clear, propagation, namespace
    number = _NUMBERS[machine()][2]
    try:
        _syscall("mount_setattr", number, _AT_FDCWD, target.encode(), _AT_RECURSIVE, ctypes.byref(wanted), 32)
    except OSError:  # before Linux 5.12
        for place in _mounts_below(target):
            kept = os.statvfs(place).f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC)
            mount("", place, "", MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | kept)


def forget_mount(place: str) -> None:
    """Take a mount out of the tree; what uses it keeps it."""
    _checked("umount", "umount2", place.encode(), _MNT_DETACH)


def change_root(folder: str) -> None:
    """Make ``folder``, a mount, the root; the old one is gone."""
    os.chdir(folder)
    _syscall("pivot_root", _NUMBERS[machine()][0], b".", b".")
    _checked("umount", "umount2", b".", _MNT_DETACH)
    os.chdir("/")


def execute(descriptor: int, arguments: list[str], environment: dict[str, str]) -> None:
    """Become the program that ``descriptor`` is open on."""
    argv = (ctypes.c_char_p * (len(arguments) + 1))(*(os.fsencode(a) for a in arguments), None)
    words = [os.fsencode(f"{name}={value}") for name, value in environment.items()]
    envp = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    _syscall("execveat", _NUMBERS[machine()][1], descriptor, b"", argv, envp, _AT_EMPTY_PATH)


class Landlock:
    """File access by allowlist (kernel documentation, userspace-api/landlock)."""

    EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, MAKE_FILE, TRUNCATE, IOCTL = 1, 2, 4, 8, 1 << 8, 1 << 14, 1 << 15
    _FILE_ONLY = 1 | 2 | 4 | 1 << 14 | 1 << 15
    _BITS = (0, 13, 14, 15, 15, 16)  # how many rights each version of the interface knows

    @staticmethod
    def version() -> int:
        """Version of the interface, 0 where there is none."""
        try:
            return _syscall("landlock", _NUMBERS[machine()][3], None, ctypes.c_size_t(0), 1)
        except OSError:
            return 0

    def __init__(self, only: int | None = None) -> None:
        """``only``: the rights that need a rule, all others stay; else all that the kernel knows."""
        version = self.version()
        self._known = (1 << self._BITS[min(version, 5)]) - 1 if only is None else only
        # Beside files: TCP from version 4, signals and abstract sockets from 6.
        attributes = (ctypes.c_uint64 * 3)(self._known, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
        size = 8 if version < 4 else 16 if version < 6 else 24
        number = _NUMBERS[machine()][3]
        self._rules = _syscall("landlock", number, ctypes.byref(attributes), ctypes.c_size_t(size), 0)

    def allow(self, path: str, rights: int) -> None:
        """Allow ``rights`` on a file, or on a folder and all below it."""
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not os.path.isdir(path):
                rights &= self._FILE_ONLY
            rule = (rights & self._known).to_bytes(8, sys.byteorder) + descriptor.to_bytes(4, sys.byteorder)
            _syscall("landlock", _NUMBERS[machine()][4], self._rules, 1, rule, 0)
        finally:
            os.close(descriptor)

    def enforce(self) -> None:
        """From here on nothing else is allowed."""
        _syscall("landlock", _NUMBERS[machine()][5], self._rules, 0)
        os.close(self._rules)


def _mounts_below(target: str) -> list[str]:
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as table:
        places = [line.split()[4].encode().decode("unicode_escape") for line in table]
    return [place for place in places if place == target or place.startswith(target.rstrip("/") + "/")]


def _prctl(option: int, *values: object) -> None:
    padded = [*values, *(0,) * (4 - len(values))]
    _checked("prctl", "prctl", option, *(ctypes.c_ulong(v) if isinstance(v, int) else v for v in padded))


def _checked(what: str, function: str, *arguments: object) -> int:
    if _libc is None:
        raise OSError(38, f"{what}: not on this system")
    result: int = getattr(_libc, function)(*arguments)
    return _result(what, result)


def _syscall(what: str, number: int, *arguments: object) -> int:
    if _libc is None:
        raise OSError(38, f"{what}: not on this system")
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return _result(what, _libc.syscall(ctypes.c_long(number), *wide))


def _result(what: str, result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
