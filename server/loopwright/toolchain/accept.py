"""Does this compiler accept this text with the candidate in it?

The text as it stands is checked first: errors that it already has are not the candidate's. Both answers are cached
by content, so a second candidate for the same text costs one run of the compiler. Where the text has errors the compiler may
not have read the place at all (gcc leaves out the body of a C function with a parameter of an unknown type): a misspelt clause
is put there once, and only a compiler that says so has a word on the candidate. Behind a header that is missing nothing is read, so there
one question is enough for all places that follow.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from loopwright.cancellation import CancelToken
from loopwright.toolchain.compilers import Compiler, declarations_folder, find_compilers, first_header
from loopwright.toolchain.flags import FileFlags
from loopwright.toolchain.messages import Message, read_messages
from loopwright.toolchain.process import run
from loopwright.toolchain.scratch import scratch

Status = Literal["accepted", "rejected", "absent"]
Beside = tuple[tuple[str, bytes], ...]  # headers by their names
UNASKED = "no compiler was asked; `loopwright doctor` says why"
UNWANTED = "no compiler was asked"  # by who decided so
_CACHE_SIZE = 512
_WHOLE = 3  # times as long as a check of the syntax
_MISSPELT = "loopwright_control"  # no clause of any version
_DIRECTIVE = re.compile(rb"#[ \t]*pragma[ \t]+acc\b[^\r\n]*")


@dataclass(frozen=True)
class Acceptance:
    """A compiler's word. ``absent`` means that it was not asked or gave no answer; ``messages`` say why."""

    name: str
    version: str
    status: Status
    messages: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The verdict in words, the compiler named."""
        if self.status == "absent":
            return self.messages[0] if self.messages else UNWANTED
        who = f"{self.name} {self.version}"
        return f"{who} accepts it" if self.status == "accepted" else f"{who} rejects it: {self.messages[0]}"


def absent(reason: str) -> Acceptance:
    """No compiler's word, and why."""
    return Acceptance("", "", "absent", (reason,))


class Acceptor:
    """Asks one compiler, and ``otherwise`` another one where that cannot tell; remembers the answers. Safe to call from several threads."""

    def __init__(self, compiler: Compiler, timeout: float = 10.0, otherwise: Acceptor | None = None) -> None:
        self.compiler, self.timeout, self._otherwise = compiler, timeout, otherwise
        self._unread: dict[str, int] = {}  # the first line that was not read of a text with a header too few
        self._answers: OrderedDict[str, tuple[Message, ...] | str] = OrderedDict()
        self._lock = threading.Lock()

    def accepts(
        self, before: bytes, after: bytes, language: str, flags: FileFlags, token: CancelToken | None = None
    ) -> Acceptance:
        """Verdict on ``after``, which is ``before`` with a candidate inserted. ``language``: c, cpp or cuda."""
        found = self._accepts(before, after, language, flags, token)
        if found.status != "absent" or self._otherwise is None or language == "cuda":
            return found
        other = self._otherwise.accepts(before, after, language, flags, token)
        return found if other.status == "absent" else other

    def _accepts(
        self, before: bytes, after: bytes, language: str, flags: FileFlags, token: CancelToken | None
    ) -> Acceptance:
        who = self.compiler
        if language == "cuda":
            return absent(f"{who.name} does not read CUDA files")
        first = self.errors(before, language, flags, token)
        if not isinstance(first, str) and _lacks_a_header(first):
            if not self._is_reached(before, after, language, flags, token):
                return absent(f"{who.name} cannot check this place: {first[0].text}")
        second = first if before == after else self.errors(after, language, flags, token)
        if isinstance(first, str) or isinstance(second, str):
            return absent(second if isinstance(second, str) else str(first))
        blamed = _added(first, second)
        if first and not self._reads_the_place(before, after, language, flags, token):
            return absent(f"{who.name} cannot check this place: {first[0].text}")
        if blamed:
            follows = _follows(blamed, first, before, after)
            if follows is not None:
                return absent(f"{who.name} cannot check this place: {follows.text}")
            texts = dict.fromkeys(message.text for message in blamed)
            return Acceptance(who.kind, who.version, "rejected", tuple(texts))
        if _lacks_a_header(first):
            return absent(f"{who.name} cannot check this file: {first[0].text}")
        return Acceptance(who.kind, who.version, "accepted")

    def refuses(
        self,
        before: bytes,
        after: bytes,
        language: str,
        flags: FileFlags,
        beside: Beside = (),
        token: CancelToken | None = None,
    ) -> tuple[Message, ...] | str:
        """Errors of a whole file that has none without what was written into it, or a sentence that says why nobody can tell.
        ``beside``: headers that lie beside it, with the text that they are to have."""
        if language == "cuda":
            return f"{self.compiler.name} does not read CUDA files"
        found = self.errors(after, language, flags, token, beside, whole=True)
        if isinstance(found, str) or not found:
            return found
        own = self.errors(before, language, flags, token, whole=True)
        if isinstance(own, str) or own:
            return own if isinstance(own, str) else f"{self.compiler.name} refuses it as it is: {own[0].text}"
        return found

    def _is_reached(
        self, before: bytes, after: bytes, language: str, flags: FileFlags, token: CancelToken | None
    ) -> bool:
        """Whether the compiler comes to the place before it misses a header, which ends its reading."""
        key = _key_of(before, language, flags)
        at = _line_of_the_first_change(before, after)
        with self._lock:
            if at >= self._unread.get(key, at + 1):
                return False
        if self._reads_the_place(before, after, language, flags, token):
            return True
        if token is None or not token.cancelled:
            with self._lock:
                self._unread[key] = min(at, self._unread.get(key, at))
                while len(self._unread) > _CACHE_SIZE:
                    self._unread.pop(next(iter(self._unread)))
        return False

    def _reads_the_place(
        self, before: bytes, after: bytes, language: str, flags: FileFlags, token: CancelToken | None
    ) -> bool:
        """Whether the compiler finds a misspelt clause where ``after`` has its directive."""
        control = _misspelt(before, after)
        found = self.errors(control, language, flags, token) if control else "no directive was put in"
        if isinstance(found, str) or self.compiler.kind == "nvc":  # whose words for it are not known here
            return True
        return any(_MISSPELT in message.text and "clause" in message.text for message in found)

    def errors(
        self,
        text: bytes,
        language: str,
        flags: FileFlags,
        token: CancelToken | None = None,
        beside: Beside = (),
        whole: bool = False,
    ) -> tuple[Message, ...] | str:
        """Errors of a file as it stands, or a sentence that says why there is no answer. ``whole``: those too that gcc has only when it
        makes code of it, which takes longer."""
        key = _key_of(text, language, flags, beside, whole)
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        answer = self._ask(text, language, flags, token, beside, whole)
        with self._lock:
            self._answers[key] = answer
            while len(self._answers) > _CACHE_SIZE:
                self._answers.popitem(last=False)
        return answer

    def _ask(
        self, text: bytes, language: str, flags: FileFlags, token: CancelToken | None, beside: Beside, whole: bool
    ) -> tuple[Message, ...] | str:
        dialect = "c++" if language == "cpp" else "c"
        words = flags.words(self.compiler.kind, dialect)
        # The folder of the file is no place to start a compiler in: wrappers of compilers read files of it.
        with scratch("check") as here:
            for name, header in beside:  # found before the folder of the file: what is read lies here
                (here / name).write_bytes(header)
            if self.compiler.reads_stdin:
                command, stdin = self.compiler.check_command(dialect, "-", words, whole), text
            else:
                path = here / ("check.cpp" if dialect == "c++" else "check.c")
                path.write_bytes(text)
                if self.compiler.kind == "clangd":
                    (here / "compile_flags.txt").write_text(_clangd_flags(words), "utf-8")
                command, stdin = self.compiler.check_command(dialect, str(path), words, whole), b""
            limit = self.timeout * (_WHOLE if whole else 1)
            result = run(command, stdin=stdin, cwd=here, timeout=limit, token=token)
        if result.ending == "timed out":
            return f"{self.compiler.name} gave no answer in {limit:g} s"
        if result.ending == "not started":
            return f"{self.compiler.name} could not be started: {result.stderr}"
        errors = tuple(m for m in read_messages(result.stderr + result.stdout) if m.severity == "error")
        if result.code != 0 and not errors:
            last = (result.stderr.strip().splitlines() or ["no message"])[-1]
            return f"{self.compiler.name} failed: {last}"
        return errors


def acceptor_of(compilers: Sequence[Compiler], timeout: float = 10.0, *, chosen: bool = False) -> Acceptor:
    """Asks the first of several compilers, and gcc where that cannot tell; the one alone that somebody has ``chosen``."""
    gcc = next((each for each in compilers[1:] if each.kind == "gcc" and not chosen), None)
    return Acceptor(compilers[0], timeout, Acceptor(gcc, timeout) if gcc is not None else None)


def opinions(first: Acceptor | None, only: bool = False) -> tuple[Acceptor, ...]:
    """Whom to ask about a whole file: the compiler that was asked about its parts and, unless it was chosen (``only``), gcc, which alone
    says that a branch leaves a construct."""
    if first is None or only:
        return (first,) if first is not None else ()
    gcc = next((each for each in find_compilers().compilers if each.kind == "gcc" and each != first.compiler), None)
    return (first, Acceptor(gcc, first.timeout)) if gcc is not None else (first,)


def _key_of(text: bytes, language: str, flags: FileFlags, beside: Beside = (), whole: bool = False) -> str:
    return hashlib.sha256(b"\0".join([repr((language, flags, beside, whole)).encode(), text])).hexdigest()


def _line_of_the_first_change(before: bytes, after: bytes) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before.splitlines(), after.splitlines())))


def _lacks_a_header(messages: Sequence[Message]) -> bool:
    """Whether a header is missing: nothing after it is checked, so silence means nothing."""
    return any("No such file" in message.text or "file not found" in message.text for message in messages)


def _added(first: Sequence[Message], second: Sequence[Message]) -> list[Message]:
    """What a compiler says of a second text and not of a first one."""
    known = Counter(message.text for message in first)
    found = []
    for message in second:
        if known[message.text] > 0:
            known[message.text] -= 1
        else:
            found.append(message)
    return found


def _follows(blamed: Sequence[Message], first: Sequence[Message], before: bytes, after: bytes) -> Message | None:
    """The error of ``before`` from which all that is ``blamed`` on the candidate follows: each of its words is about a statement
    that is wrong without it too, or about the directive above one, which clang then calls wrong as well."""
    old, new = before.splitlines(), after.splitlines()
    was = _lines_before(old, new)
    cause: Message | None = None
    for message in blamed:
        at = message.line - 1
        below = next((i for i in range(at, len(new)) if not _DIRECTIVE.search(new[i])), len(new))
        start = was.get(below)
        if start is None:
            return None
        statement = range(start + 1, start + 1 + _statement_lines(old[start:]))
        own = next((m for m in first if m.line in statement), None)
        if own is None:
            return None
        cause = cause or own
    return cause


def _lines_before(old: Sequence[bytes], new: Sequence[bytes]) -> dict[int, int]:
    """Line of ``new`` → the same line of ``old``, from which it differs by lines that were put in."""
    found: dict[int, int] = {}
    for number, line in enumerate(new):
        if len(found) < len(old) and line == old[len(found)]:
            found[number] = len(found)
    return found


def _statement_lines(lines: Sequence[bytes]) -> int:
    """How many lines a statement takes that begins with the first of ``lines``."""
    return next((n for n, line in enumerate(lines, 1) if b";" in line or b"{" in line), 1)


def _misspelt(before: bytes, after: bytes) -> bytes | None:
    """``before`` with a `loop` of a misspelt clause where ``after`` has the last of the directives that it adds."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new)))
    rest = min(len(old), len(new)) - same
    last = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old[: -rest - 1 : -1], new[: -rest - 1 : -1])))
    put = new[same : len(new) - last]
    number = next((i for i in reversed(range(len(put))) if _DIRECTIVE.search(put[i])), None)
    if number is None:
        return None
    put[number] = _DIRECTIVE.sub(f"#pragma acc loop {_MISSPELT}".encode(), put[number])
    return b"".join([*new[:same], *put, *new[len(new) - last :]])


def _clangd_flags(words: Sequence[str]) -> str:
    """compile_flags.txt, one word a line."""
    own = ["-fopenacc", "-ferror-limit=0", "-w", "-isystem", str(declarations_folder()), *first_header()]
    return "\n".join([*own, *words]) + "\n"
