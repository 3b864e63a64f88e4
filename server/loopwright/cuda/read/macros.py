"""Macros that hide CUDA (an index, a barrier, a launch or its sizes): their uses are written out before anything else is read. In functions of the
device so are those that do something (`LEAVE_IF(c)`, `SWAP(a, b)`), since whoever looks at a call sees neither a jump nor what is set, and names of
several operands without parentheses (`#define N 8 | 1`, of which `x < N` compares the first); where
threads wait, also those that only compare (`IN_RANGE(x, low, high)`), since they say which of the threads take part, and those that name a
variable of the function (`#define NEXT (v + 1)`), since whoever looks for its uses does not see these. One that is given a launch beside
a type, or a statement with one (`RUN(float, k<<<1, 32>>>(a))`, `RUN(if (a) k<<<1, 32>>>(a))`), is no call that could be read. A use by
which something is shifted by what a thread works out is written out as well (`shifted_by`). A macro is one between its definition and the
line that takes it back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from loopwright.cuda.read.shifted_by import has_shift, is_shifted_by
from loopwright.cuda.spec import operations
from loopwright.source.lexemes import (
    Lexeme,
    code_within,
    directives_in,
    lexemes,
    lexemes_within,
    read_directive,
    replaced,
    words_of_code,
)

_CUDA = frozenset(
    ("threadIdx", "blockIdx", "blockDim", "gridDim", "__syncthreads", "__syncwarp", "__shared__", "__any_sync", "__all_sync",
     "__global__", "__launch_bounds__", "__device__", "__host__", "__constant__", "__managed__", "__forceinline__", "__noinline__",
     "__maxnreg__", "__cluster_dims__", "__ldg", "__activemask", "<<<")
)  # fmt: skip
_CLOSED_ANGLES = {">": 1, ">>": 2, "<": -1}
_CUDA_BEGINS = ("__shfl", "__ballot")
_BARRIER = "__syncthreads"
_DEPTH = 8
_JUMPS = frozenset(("return", "continue", "break", "goto"))
_ACTS = _JUMPS | {"if", "else", "for", "while", "do", "switch", "case", "asm", "__asm", "__asm__"}
_BEGINS_TYPES = frozenset(
    ("const", "volatile", "unsigned", "signed", "char", "short", "int", "long", "float", "double", "bool", "void", "auto", "static",
     "struct", "class", "enum", "typename", "constexpr")
)  # fmt: skip
_BEGINS_STATEMENTS = frozenset(("if", "else", "for", "while", "do", "switch", "case", "return"))
_COMPARES = frozenset(("<", "<=", ">", ">=", "==", "!="))
_IN_CONDITIONS = frozenset(("(", ")", ",", "&&", "||", "!", "+", "-", "*"))
_WORKS = frozenset(("(", ")", "+", "-", "*", "/", "%", "<<", ">>", "?", ":", "&&", "||", "!", *_COMPARES))
_JOINS = frozenset(("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "?", *_COMPARES))
_SETS = frozenset(("++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))


@dataclass(frozen=True)
class Macro:
    """``parameters`` is ``None`` for one without parentheses; ``holds``: the lines between which it is one, from the first to the one
    before the last, ``None`` for the text's end."""

    name: str
    parameters: tuple[str, ...] | None
    body: str
    holds: tuple[tuple[int, int | None], ...] = ()


@dataclass(frozen=True)
class Part:
    """The body of a function in a file's bytes, the variables that it declares for each thread, and its parameters."""

    start: int
    end: int
    variables: frozenset[str]
    parameters: frozenset[str] = frozenset()


def written_out(text: str, more: frozenset[str] = frozenset()) -> str:
    """``text`` with the uses of such macros replaced by what they stand for, and their definitions left out; libcu++'s copy
    of the standard library is the standard library. ``more``: names of macros to write out beside them."""
    if "cuda::std" in text or "cuda/std" in text:
        text = _without_copies(text)
    macros = _hiding(text, more)
    if not macros:
        return text
    text = before = _without_definitions(text, macros)
    for _ in range(_DEPTH):
        new = _expanded(text, macros)
        if new == text:
            break
        text = new
    # A launch that stood in a macro may show another one: `LAUNCH(KERNEL)`. Each turn leaves definitions out, so this ends.
    return written_out(text, more) if text != before else text


def with_definitions_back(text: str, before: str, names: frozenset[str]) -> str:
    """``text``, which ``written_out`` made of ``before``, with the definitions of some macros in their lines again: headers that stay may
    use them, and conditions ask for them. Not of what hides CUDA, and not where the text still has the name."""
    used = {each.text for each in lexemes(text) if each.kind == "name"}
    lines = text.split("\n")
    for line, macro in _defined(before):
        if macro.name not in names or macro.name in used or _is_of_cuda(macro.body):
            continue
        first = before.count("\n", 0, line.start)
        said = line.text.split("\n")
        if not any(each.strip() for each in lines[first : first + len(said)]):
            lines[first : first + len(said)] = said
    return "\n".join(lines)


def with_actions_written_out(text: bytes, parts: Sequence[Part], functions: frozenset[str] = frozenset()) -> bytes:
    """``text`` where macros that set something, jump or call one of ``functions``, in which threads may wait, are written out in the given
    parts of it, and in parts with a barrier those that compare or name a variable of the part; their definitions stay."""
    said_in_all = text.decode("utf-8", "replace")
    found, placed = _definitions(said_in_all), _by_place(said_in_all)
    everywhere = _Acting.of(found, functions, said_in_all)
    for each in sorted(parts, key=lambda part: part.start, reverse=True):
        part = text[each.start : each.end].decode("utf-8", "replace")
        said, line = words_of_code(part), text.count(b"\n", 0, each.start)
        here = _held(placed, said, line, line + part.count("\n"))
        acting = _Acting.of({**found, **here}, functions, said_in_all) if here else everywhere
        macros = acting.in_part(each, said)
        if macros.keys().isdisjoint(said) and acting.shifting.keys().isdisjoint(said):
            continue
        part = _to_the_end(part, partial(_expanded, macros=macros, line=line))
        part = _with_shifts(part, acting.shifting, line, each.variables | each.parameters)
        text = text[: each.start] + part.encode() + text[each.end :]
    return text


@dataclass(frozen=True)
class _Acting:
    """Macros to write out: ``acting`` in all device code, ``comparing`` and those that name a variable where threads wait, ``shifting`` where
    something is shifted by what a thread works out."""

    found: dict[str, Macro]
    acting: dict[str, Macro]
    comparing: Mapping[str, Macro]
    bodies: Mapping[str, frozenset[str]]
    quoting: frozenset[str]
    shifting: dict[str, Macro]

    @staticmethod
    def of(found: dict[str, Macro], functions: frozenset[str], text: str) -> _Acting:
        """Those among the macros of a text; in ``functions`` threads may wait."""
        acts = {
            name
            for name, macro in found.items()
            if _acts(macro.body) or not functions.isdisjoint(words_of_code(macro.body))
        }
        return _Acting(
            found,
            _with_users(acts, found) | {name: found[name] for name in _open(found)},
            _comparing(found, text) if _BARRIER in text else {},
            {name: frozenset(words_of_code(macro.body)) - {*(macro.parameters or ())} for name, macro in found.items()},
            frozenset(name for name, macro in found.items() if "#" in macro.body),
            _with_users({name for name, macro in found.items() if has_shift(macro.body)}, found),
        )

    def in_part(self, part: Part, said: Collection[str]) -> dict[str, Macro]:
        """Those to write out in a part of these words."""
        if _BARRIER not in said or not self.quoting.isdisjoint(said):  # what is quoted keeps its names
            return self.acting
        naming = {name for name, words in self.bodies.items() if not words.isdisjoint(part.variables)}
        return {**self.comparing, **_with_users(naming - self.quoting, self.found), **self.acting}


def _held(placed: Mapping[str, Sequence[Macro]], said: Collection[str], first: int, last: int) -> dict[str, Macro]:
    """Of macros that are defined again, the definitions that hold in all lines of a part, from ``first`` to ``last``."""
    found = {}
    for name in placed.keys() & set(said):
        for macro in placed[name]:
            (begin, end), *_ = macro.holds
            if begin <= first and (end is None or last < end):
                found[name] = macro
    return found


def _by_place(text: str) -> dict[str, list[Macro]]:
    """Macros that a text defines in several ways, each in its lines; none that a conditional line may define or take back."""
    defined = {line.start: macro for line, macro in _defined(text)}
    unlike = frozenset({macro.name for macro in defined.values()}) - _definitions(text).keys()
    found: dict[str, list[Macro]] = {}
    for name, turns in _turns(text, unlike & _certain(text)).items():
        ends = [turn.line for turn in turns[1:]]
        spans = zip(turns, [*ends, None], strict=True)
        found[name] = [replace(defined[t.start], holds=((t.line, end),)) for t, end in spans if t.start in defined]
    return found


def acting_otherwise(text: str) -> frozenset[str]:
    """Macros that set something or jump, and of which it depends on the place, or the build, what."""
    alike = _definitions(text).keys()
    return frozenset(
        macro.name
        for _, macro in _defined(text)
        if macro.name not in alike and not (_SETS | _JUMPS).isdisjoint(each.text for each in code_within(macro.body))
    )


def _with_shifts(part: str, shifting: dict[str, Macro], line: int, own: frozenset[str]) -> str:
    """A part where uses of macros are written out by which something is shifted by what is made of the names ``own``."""

    def is_wanted(filled: str) -> bool:
        return is_shifted_by(_to_the_end(filled, partial(_expanded, macros=anywhere)), own)

    anywhere = {name: replace(macro, holds=((0, None),)) for name, macro in shifting.items()}
    return _to_the_end(part, partial(_expanded, macros=shifting, line=line, is_wanted=is_wanted))


def _to_the_end(text: str, expanded: Callable[[str], str]) -> str:
    """``text`` expanded until nothing is left to be."""
    for _ in range(_DEPTH):
        before, text = text, expanded(text)
        if text == before:
            break
    return text


def _acts(body: str) -> bool:
    said = [each.text for each in code_within(body) if each.kind != "string"]
    sets = _SETS if ["[", "=", "]"] not in [said[at : at + 3] for at in range(len(said))] else _SETS - {"="}
    return not (_ACTS | sets).isdisjoint(said)


def _open(found: Mapping[str, Macro]) -> set[str]:
    """Macros of several operands that nothing holds together (`#define N 8 | 1`), and other names of them: what stands beside one belongs to
    a part of it, which whoever looks at the name does not see."""
    said = {name: code_within(macro.body) for name, macro in found.items() if macro.parameters is None}
    opened = {name for name, body in said.items() if _is_of_several_operands([each.text for each in body])}
    while more := {n for n in said.keys() - opened if len(said[n]) == 1 and said[n][0].text in opened}:
        opened |= more
    return opened


def _is_of_several_operands(said: Sequence[str]) -> bool:
    depth, joins = 0, _JOINS - {"<", ">"} if {"<", ">"} <= {*said} else _JOINS  # `of_size<3>`
    for at, word in enumerate(said):
        depth += (word in "([{") - (word in ")]}")
        if not depth and 0 < at < len(said) - 1 and word in joins:
            return not _declares(said)
    return False


def _comparing(found: Mapping[str, Macro], text: str) -> dict[str, Macro]:
    """Macros that say no more than how what they are given compares. One that stands under a condition may be something else where it is
    used."""
    certain = _certain(text)
    plain = {name for name, macro in found.items() if macro.parameters is None}
    comparing: dict[str, Macro] = {}
    while True:
        more = {
            name: macro
            for name, macro in found.items()
            if name in certain and name not in comparing and _compares(macro, plain, _COMPARES | comparing.keys())
        }
        if not more:
            return comparing
        comparing |= more


def _certain(text: str) -> set[str]:
    """The macros that a text defines under no condition."""
    depth, certain = 0, set[str]()
    for line in directives_in(text):
        said = read_directive(line.text)
        if said is None:
            continue
        depth += said.word.startswith("if") - (said.word == "endif")
        names = words_of_code(said.rest)[:1]
        if said.word == "define" and not depth:
            certain |= {*names}
        elif said.word in ("define", "undef") and depth:
            certain -= {*names}
    return certain


def working_out(text: str) -> frozenset[str]:
    """Macros that make a number of those that they are given and of nothing else (`CEIL_DIV(a, b)`), the same in all of a text."""
    found = _definitions(text)
    plain = {name for name, macro in found.items() if _works_out(macro) and [end for _, end in macro.holds] == [None]}
    return frozenset(plain & _certain(text)) if plain else frozenset()


def _works_out(macro: Macro) -> bool:
    words = {*(macro.parameters or ()), *_WORKS}
    return bool(macro.parameters) and all(
        each.text in words or each.kind == "number" for each in code_within(macro.body)
    )


def _compares(macro: Macro, plain: set[str], compares: AbstractSet[str]) -> bool:
    said = code_within(macro.body)
    words = {*(macro.parameters or ()), *plain, *compares, *_IN_CONDITIONS}
    known = all(each.text in words or each.kind == "number" for each in said)
    return bool(macro.parameters) and known and any(each.text in compares for each in said)


def _without_copies(text: str) -> str:
    """``text`` with the standard library in the place of libcu++'s copy; lines stay lines."""
    edits: list[tuple[int, int, str]] = []
    row: list[Lexeme] = []
    for each in lexemes(text):
        said = read_directive(each.text) if each.kind == "directive" else None
        if said is not None and said.word == "include" and said.rest.startswith("<cuda/std/"):
            edits.append((each.start, each.end, each.text.replace("<cuda/std/", "<", 1)))
        row = [*row[-6:], each]
        if [part.text for part in row[-5:-1]] == ["cuda", "::", "std", "::"]:
            of_all = len(row) > 5 and row[-6].text == "::"
            if not (of_all and len(row) > 6 and row[-7].kind == "name"):  # else it is the namespace of another
                library = "lw_later" if each.text in operations().later else "std"
                edits.append((row[-6 if of_all else -5].start, row[-2].end, f"{library}::"))
    return replaced(text, edits)


def _hiding(text: str, more: frozenset[str]) -> dict[str, Macro]:
    found = _definitions(text)
    if not found:
        return {}
    launched, sizes = _in_launches(text)
    given = _given_launches(text, found) if launched else frozenset()
    hiding = {
        name
        for name, macro in found.items()
        if name in more | launched | given or _is_of_cuda(macro.body) or (name in sizes and _is_list(macro.body))
    }
    return _with_users(hiding, found)


def _is_of_cuda(body: str) -> bool:
    said = [each.text for each in code_within(body)]
    return not _CUDA.isdisjoint(said) or any(word.startswith(_CUDA_BEGINS) for word in said)


def _in_launches(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """What stands alone for a kernel before ``<<<``, with arguments of its own or of its template or without, and the words from there to
    ``>>>``."""
    launched: set[str] = set()
    sizes: set[str] = set()
    within = False
    said = [each for each in lexemes(text) if each.kind not in ("remark", "directive")] if "<<<" in text else []
    for at, each in enumerate(said):
        if each.text == "<<<":
            launched.add(_with_arguments_before(said, at))
        if each.text in ("<<<", ">>>"):
            within = each.text == "<<<"
        elif within and each.kind == "name":
            sizes.add(each.text)
    return frozenset(launched), frozenset(sizes)


def _given_launches(text: str, found: Mapping[str, Macro]) -> frozenset[str]:
    """Macros that a launch is given to beside what no call takes."""
    names: set[str] = set()
    taking = {name for name, macro in found.items() if macro.parameters}
    for each in lexemes(text) if "<<<" in text and not taking.isdisjoint(words_of_code(text)) else ():
        macro = found.get(each.text) if each.kind == "name" and each.text not in names else None
        arguments = arguments_of_macro(text, each.end) if macro is not None and macro.parameters else None
        if (
            macro is None
            or arguments is None
            or "<<<" not in text[each.end : arguments[1]]
            or not _takes(macro, arguments[0])
        ):
            continue
        said = [[part.text for part in code_within(given)] for given in arguments[0]]
        if any("<<<" in words for words in said) and any(map(_is_no_value, said)):
            names.add(each.text)
    return frozenset(names)


def _takes(macro: Macro, given: Sequence[str]) -> bool:
    names = macro.parameters or ()
    return len(given) >= len(names) if names[-1:] and names[-1].endswith("...") else len(given) == len(names)


def _is_no_value(said: Sequence[str]) -> bool:
    """Whether an argument of a macro is a type, a declaration or a statement of more words than a call."""
    return _declares(said) or not _BEGINS_STATEMENTS.isdisjoint(said)


def _declares(said: Sequence[str]) -> bool:
    """Whether a type or a declaration begins with these words; `int(3) + 1` is a value."""
    return said[:1] != [] and said[0] in _BEGINS_TYPES and said[1:2] not in (["("], ["{"])


def _with_arguments_before(said: Sequence[Lexeme], at: int) -> str:
    """The word before ``said[at]``, or before the arguments in between: of ``K``, ``K(2)`` and ``K<2>`` the ``K``."""
    parentheses = angles = 0
    for each in reversed(said[:at]):
        parentheses += (each.text == ")") - (each.text == "(")
        if not parentheses:
            angles += _CLOSED_ANGLES.get(each.text, 0)
        if parentheses < 0 or angles < 0:
            return ""
        if not parentheses and not angles and each.text not in ("(", "<"):
            return each.text
    return ""


def _is_list(body: str) -> bool:
    """Whether a macro stands for several arguments."""
    given = arguments_of_macro(f"({body})", 0)
    return given is not None and len(given[0]) > 1


def _with_users(names: set[str], found: dict[str, Macro]) -> dict[str, Macro]:
    """Macros of some names, and those that are made of them."""
    while True:
        others = {n for n, m in found.items() if n not in names and not names.isdisjoint(words_of_code(m.body))}
        if not others:
            return {name: found[name] for name in names}
        names |= others


def _definitions(text: str) -> dict[str, Macro]:
    """The macros that a text defines once, or each time alike (C 6.10.3, 2)."""
    found: dict[str, Macro] = {}
    unlike: set[str] = set()
    for _, macro in _defined(text):
        if not _is_alike(found.setdefault(macro.name, macro), macro):
            unlike.add(macro.name)  # which one holds depends on the place
    alike = {name: macro for name, macro in found.items() if name not in unlike}
    holds = _holds(text, alike.keys()) if alike else {}
    return {name: replace(macro, holds=(*holds[name],)) for name, macro in alike.items()}


def _holds(text: str, names: AbstractSet[str]) -> dict[str, list[tuple[int, int | None]]]:
    """The lines between which each of some macros is one. Under a condition it may be taken back or not: there it stays."""
    found: dict[str, list[tuple[int, int | None]]] = {name: [] for name in names}
    for name, turns in _turns(text, names).items():
        spans = found[name]
        for turn in turns:
            holding = bool(spans) and spans[-1][1] is None
            if turn.defines and not holding:
                spans.append((turn.line, None))
            elif not turn.defines and holding and not turn.depth:
                spans[-1] = (spans[-1][0], turn.line)
    return found


class _Turn(NamedTuple):
    """A line that defines a macro or takes it back: where it begins, its number, and how many conditions it stands under."""

    start: int
    line: int
    defines: bool
    depth: int


def _turns(text: str, names: AbstractSet[str]) -> dict[str, list[_Turn]]:
    """The lines that define some macros or take them back, in the order of the text."""
    found: dict[str, list[_Turn]] = {name: [] for name in names}
    depth = at = line = 0
    for each in directives_in(text) if names else ():
        said = read_directive(each.text)
        at, line = each.start, line + text.count("\n", at, each.start)
        word = said.word if said is not None else ""
        depth += word.startswith("if") - (word == "endif")
        name = next(iter(words_of_code(said.rest)), "") if said is not None and word in ("define", "undef") else ""
        if name in found:
            found[name].append(_Turn(each.start, line, word == "define", depth))
    return found


def _is_alike(one: Macro, other: Macro) -> bool:
    said = [[each.text for each in code_within(macro.body)] for macro in (one, other)]
    return one.parameters == other.parameters and said[0] == said[1]


def all_definitions(text: str) -> Iterator[Macro]:
    """All macros that a text defines, one that is defined twice as two."""
    for _, macro in _defined(text):
        yield macro


def _defined(text: str) -> Iterator[tuple[Lexeme, Macro]]:
    """The definitions in a text, each with its line."""
    for line in directives_in(text) if "define" in text else ():
        said = read_directive(line.text)
        if said is None or said.word != "define":
            continue
        name = next(lexemes_within(said.rest), None)
        if name is None or name.kind != "name":
            continue
        body, parameters = said.rest[name.end :], None
        if body.startswith("(") and ")" in body:
            listed, _, body = body[1:].partition(")")
            parameters = tuple(p.strip() for p in listed.split(",") if p.strip())
        yield line, Macro(name.text, parameters, body.strip())


def _without_definitions(text: str, macros: Container[str]) -> str:
    """``text`` without some macros; every line keeps its number."""
    gone = [
        (line.start, line.end, "\n" * line.text.count("\n")) for line, macro in _defined(text) if macro.name in macros
    ]
    return replaced(text, gone)


def _expanded(
    text: str, macros: dict[str, Macro], line: int = 0, is_wanted: Callable[[str], bool] = lambda filled: True
) -> str:
    """``text`` with some macros written out, each line where it was; ``line``: the lines of the file before it, ``is_wanted``: whether a use
    is written out, by what it stands for."""
    edits: list[tuple[int, int, str]] = []
    done = at = 0
    for each in lexemes(text) if not macros.keys().isdisjoint(words_of_code(text)) else ():
        macro = macros.get(each.text) if each.kind == "name" and each.start >= done else None
        if macro is None:
            continue
        at, line = each.start, line + text.count("\n", at, each.start)
        if not any(first <= line and (last is None or line < last) for first, last in macro.holds):
            continue
        if macro.parameters is None:
            if not is_wanted(macro.body):
                continue
            edits.append((each.start, each.end, macro.body))
            continue
        arguments = arguments_of_macro(text, each.end)
        if arguments is None:
            continue
        given, end = arguments
        filled = with_arguments(macro, [_in_one_line(argument) for argument in given])
        if not is_wanted(filled):
            continue
        done = end
        rest = text[done:].lstrip()
        block = _block_of(filled) if rest.startswith(";") else None
        if block is not None:
            filled, done = block, len(text) - len(rest) + 1
        edits.append((each.start, done, filled + "\n" * text.count("\n", each.start, done)))
    return replaced(text, edits)


def _in_one_line(text: str) -> str:
    """An argument without line ends, and without the remarks that these end."""
    ended = [(r.start, r.end, "") for r in lexemes_within(text) if r.kind == "remark" and r.text.startswith("//")]
    return " ".join(replaced(text, ended).split("\n"))


def _block_of(text: str) -> str | None:
    """The block of `do { … } while (0)`, which with its semicolon is one statement as well."""
    said = code_within(text)
    words = [each.text for each in said]
    if words[:2] != ["do", "{"] or words[-5:] != ["}", "while", "(", "0", ")"] or {"break", "continue"} & set(words):
        return None
    return text[said[1].start : said[-5].end]


def arguments_of_macro(text: str, at: int) -> tuple[list[str], int] | None:
    """The arguments of a macro whose name ends there, and where they end. As to the preprocessor, parentheses alone hold together."""
    depth, start, found = 0, at, list[str]()
    for each in lexemes_within(text, at):
        if not depth and each.text != "(":
            return None
        depth += (each.text == "(") - (each.text == ")")
        if each.text == "(" and depth == 1:
            start = each.end
        elif not depth or (each.text == "," and depth == 1):
            found.append(text[start : each.start].strip())
            start = each.end
        if not depth:
            return found, each.end
    return None


def with_arguments(macro: Macro, given: list[str]) -> str:
    """The body of a macro with what its parameters are given (C 6.10.3)."""
    assert macro.parameters is not None
    names = list(macro.parameters)
    values = dict(zip(names, given, strict=False))
    if names and names[-1].endswith("..."):
        rest = names[-1].removesuffix("...").strip() or "__VA_ARGS__"
        values[rest] = ", ".join(given[len(names) - 1 :])
    parts: list[str] = []
    at, before, joins = 0, "", False
    for each in code_within(macro.body):
        gap, at = macro.body[at : each.start], each.end
        value = values.get(each.text) if each.kind == "name" else None
        if each.text == "##":
            joins = True
            continue
        if before == "#" and value is not None:
            parts[-1] = _quoted(value)
        elif joins and value == "" and before == ",":
            parts.pop()  # as compilers take `, ## __VA_ARGS__`
        else:
            parts += ["" if joins else gap, each.text if value is None else value]
        before, joins = each.text, False
    return "".join(parts)


def _quoted(text: str) -> str:
    """What ``#`` makes of an argument."""
    said, at = "", 0
    for each in code_within(text):
        escaped = each.text.replace("\\", "\\\\").replace('"', '\\"') if each.kind == "string" else each.text
        said, at = f"{said}{' ' * (0 < at < each.start)}{escaped}", each.end
    return f'"{said}"'
