"""The allowlist of system calls as a program of classic BPF (kernel documentation, userspace-api/seccomp_filter)."""

from __future__ import annotations

import struct
import sys
from collections.abc import Sequence

# A condition: argument number, mask, value that the masked argument must have. A rule: number of the call, its conditions;
# a call that has several rules needs to fit one.
Condition = tuple[int, int, int]
Rule = tuple[int, tuple[Condition, ...]]

_LOAD, _AND, _EQUAL, _MASKED, _RETURN = 0x20, 0x54, 0x15, 0x45, 0x06
_ALLOW, _KILL_PROCESS, _ERRNO, _ASK = 0x7FFF0000, 0x80000000, 0x00050000, 0x7FC00000
_EPERM, _ENOSYS, _EOPNOTSUPP = 1, 38, 95
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_X32 = 0x40000000
_LOW = 0xFFFFFFFF


def assemble(architecture: int, rules: Sequence[Rule], absent: Sequence[int]) -> bytes:
    """Calls of another architecture, or of x32, end the process; what no rule allows fails with EPERM, what is in ``absent``
    with ENOSYS."""
    code = [
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_EQUAL, architecture, 1, 0),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER),
        _instruction(_MASKED, _X32, 0, 1),
        _instruction(_RETURN, _KILL_PROCESS),
    ]
    for number in absent:
        code += _answer(number, (), _ERRNO | _ENOSYS)
    for number, conditions in rules:
        code += _answer(number, conditions, _ALLOW)
    return b"".join([*code, _instruction(_RETURN, _ERRNO | _EPERM)])


def questions(always: Sequence[int], flagged: Sequence[tuple[int, int]], asked: int, refused: int) -> bytes:
    """Calls in ``always`` are put to the listener; so is a call in ``flagged``, its number and an argument, where that argument
    has a bit of ``asked``, and with a bit of ``refused`` it fails with EOPNOTSUPP. All others pass."""
    code = [_instruction(_LOAD, _NUMBER)]
    for number in always:
        code += [_instruction(_EQUAL, number, 0, 1), _instruction(_RETURN, _ASK)]
    for number, argument in flagged:
        low = _ARGUMENTS + 8 * argument + (0 if sys.byteorder == "little" else 4)
        code += [
            _instruction(_EQUAL, number, 0, 6),
            _instruction(_LOAD, low),
            _instruction(_MASKED, refused, 0, 1),
            _instruction(_RETURN, _ERRNO | _EOPNOTSUPP),
            _instruction(_MASKED, asked, 0, 1),
            _instruction(_RETURN, _ASK),
            _instruction(_RETURN, _ALLOW),
        ]
    return b"".join([*code, _instruction(_RETURN, _ALLOW)])


def _answer(number: int, conditions: Sequence[Condition], action: int) -> list[bytes]:
    checks: list[tuple[int, int, int]] = []  # offset of a half of an argument, its mask, its value
    for argument, mask, value in conditions:
        for half in (0, 1):
            offset = _ARGUMENTS + 8 * argument + 4 * (half if sys.byteorder == "little" else 1 - half)
            if part := mask >> 32 * half & _LOW:
                checks.append((offset, part, value >> 32 * half & _LOW))
    body: list[bytes] = []
    for index, (offset, mask, value) in enumerate(checks):
        behind = 3 * (len(checks) - index - 1) + 1  # instructions to the end of the rule
        body += [_instruction(_LOAD, offset), _instruction(_AND, mask), _instruction(_EQUAL, value, 0, behind)]
    body.append(_instruction(_RETURN, action))
    # The number is loaded again for the next rule where a condition has replaced it.
    reload = [_instruction(_LOAD, _NUMBER)] if checks else []
    return [_instruction(_EQUAL, number, 0, len(body)), *body, *reload]


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
