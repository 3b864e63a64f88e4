"""The macros of a text: what `#define` lines say, and which of several definitions is believed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from loopwright.lang.declarations import Declaration
from loopwright.lang.numbers import fundamental
from loopwright.lang.types import RESTRICT, Type, cleaned, named
from loopwright.source.directive_macros import code_alone, defines_in, undefines_in
from loopwright.source.lexemes import arguments_at, code_within, replaced
from loopwright.source.outline import Outline
from loopwright.source.text import Span, names_in, occurrences, with_names, words_in

_NO_CODE = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|//.*|/\*.*?\*/", re.DOTALL)
_NUMBERS = re.compile(r"(?:0[xX][\da-fA-F]+|\d[\d.]*(?:[eE][+-]?\d+)?)[uUlLfF]*")
_TYPE = re.compile(r"[A-Za-z_][\w \t]*[* \t]*")
# Words that say what code does and where things lie. What only hints, as `inline` and `register`, may be any macro.
DECIDING = frozenset(
    ("if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "return", "goto", "sizeof", "struct", "union",
     "enum", "typedef", "static")
)  # fmt: skip
_LASTING = frozenset(("static", "extern", "thread_local", "_Thread_local", "__thread"))
_FOR_OF_OLD_COMPILERS = ("if(0);elsefor", "if(0){}elsefor", "if(false);elsefor", "if(false){}elsefor")
_DIGRAPH = "%:%:"  # is `##` (C11 6.4.6p3)
_OPTION = "__VA_OPT__"
_REST = "__VA_ARGS__"
_DEEPEST = 8  # macros in macros
_BESIDE_NUMBERS = frozenset(" \t\r\n\\()+-*/%<>&|~^")


def macros_in(data: bytes) -> dict[str, Declaration]:
    """The macros that a text defines: constants, or functions where they take arguments."""
    names: dict[str, Declaration] = {}
    for macro in definitions_in(data):
        names[macro.name] = defined_again(names[macro.name], macro) if macro.name in names else macro
    return names


def definitions_in(data: bytes) -> Iterator[Declaration]:
    """Each definition of a macro in a text."""
    everywhere = Span(0, len(data))
    for span, name, text in defines_in(data):
        kind = "function" if text.startswith("(") else "constant"
        value = text.removeprefix("(")
        value = _NO_CODE.sub(lambda part: part[0] if part[0][0] in "\"'" else " ", value).strip()
        yield Declaration(name, kind, Type(), span, everywhere, True, value=value)


def names_outside(data: bytes, before: Collection[str]) -> frozenset[str]:
    """Macros of a text, and of those that stood ``before`` it, whose names its code has where they are not defined: there they are
    what else has the name."""
    events: dict[str, list[tuple[int, bool]]] = {}
    for span, name, _ in defines_in(data):
        events.setdefault(name, []).append((span.start, True))
    taken_away = list(undefines_in(data))
    for start, name in taken_away:
        events.setdefault(name, []).append((start, False))
    if not events:
        return frozenset()
    end = len(data) if taken_away else max(start for each in events.values() for start, _ in each)
    code = code_alone(data[:end])
    words = words_in(code)
    return frozenset(
        name
        for name, each in events.items()
        if name.encode() in words
        and any(_is_outside(at, each, name in before) for at in occurrences(code, name.encode()))
    )


def _is_outside(at: int, events: list[tuple[int, bool]], is_defined: bool) -> bool:
    """Whether a macro is not defined at a place, by the lines that define it and take it away."""
    for start, defines in sorted(events):
        if start < at:
            is_defined = defines
    return not is_defined


def is_macro(declaration: Declaration) -> bool:
    """Whether a name is replaced before the compiler sees it: macros alone have no type."""
    return declaration.kind in ("constant", "function") and declaration.value is not None and not declaration.base


def body_of(macro: Declaration) -> str:
    """What a macro stands for, without its parameters."""
    value = (macro.value or "").replace(_DIGRAPH, "##")
    return value.partition(")")[2] if macro.kind == "function" else value


def parameters_of(macro: Declaration) -> list[str]:
    """The names of a macro's parameters; `...` has the name that its text uses."""
    listed = (macro.value or "").partition(")")[0] if macro.kind == "function" else ""
    return [*names_in(listed), *([_REST] if "..." in listed else [])]


def names_behind(macros: Mapping[str, Declaration], words: Iterable[str]) -> set[str] | None:
    """Words, and those of the macros among them and in these; ``None`` where one of them puts names together."""
    seen: set[str] = set()
    waiting = list(words)
    while waiting:
        word = waiting.pop()
        if word in seen:
            continue
        seen.add(word)
        macro = macros.get(word)
        if macro is not None and is_macro(macro):
            body = body_of(macro)
            if "##" in body:
                return None
            waiting += names_in(body)
    return seen


def with_and_without_options(text: str) -> str:
    """A macro's text without what stands in `__VA_OPT__(…)`, and with that, as two statements: which of them is meant depends on what the
    macro is given (C++20 [cpp.subst]p3, C23 6.10.5.1)."""
    if _OPTION not in text:
        return text
    options = [(word, arguments_at(text, word.end)) for word in code_within(text) if word.text == _OPTION]
    places = [(word, found[1]) for word, found in options if found is not None]
    without = replaced(text, ((word.start, end, " ") for word, end in places))
    given = replaced(text, ((word.start, end, text[word.end : end].strip()[1:-1]) for word, end in places))
    return f"{without} ; {given}"


def with_arguments(macro: Declaration, arguments: list[str]) -> str | None:
    """The text of a function-like macro with its arguments put in; ``None`` where it pastes or stringifies, or takes others."""
    listed, bracket, body = (macro.value or "").removeprefix("(").partition(")")
    if not bracket:
        return None
    names = [name.strip() for name in listed.split(",") if name.strip()]
    body = body.replace("\\\r\n", " ").replace("\\\n", " ")
    if len(names) != len(arguments) or "#" in body or any(not name.isidentifier() for name in names):
        return None
    texts = dict(zip(names, arguments))
    return with_names(body, texts).strip()


def redefined_keyword(macros: Mapping[str, Declaration]) -> str | None:
    """A keyword that a macro gives another meaning: nothing that the file says is what it looks like."""
    for name in sorted(DECIDING & macros.keys()):
        value = "".join((macros[name].value or "").split())
        if value not in (name, f"__{name}", f"__{name}__") and not (name == "for" and value in _FOR_OF_OLD_COMPILERS):
            return name
    return None


def stands_for(macros: Mapping[str, Declaration], word: str, meant: frozenset[str]) -> bool:
    """Whether a word is one of those ``meant``, or a macro that is one wherever it is defined."""
    macro = macros.get(word)
    if macro is None:
        return word in meant
    return macro.kind == "constant" and not macro.disputed and (macro.value or "").strip() in meant


def are_nothing(macros: Mapping[str, Declaration], text: str) -> bool:
    """Whether a text is of macros alone that stand for nothing: `UNROLL`, `UNROLL(4)`."""
    at = 0
    for word in code_within(text):
        if word.start < at:
            continue
        macro = macros.get(word.text)
        if macro is None or macro.disputed or macro.value is None or body_of(macro).strip():
            return False
        given = arguments_at(text, word.end) if macro.kind == "function" else None
        at = given[1] if given is not None else word.end
    return True


def lasts_by_macro(macro: Declaration | None) -> bool:
    """Whether a macro in front of a variable makes it live longer than its block: `#define LOCAL static`."""
    return macro is not None and is_macro(macro) and not _LASTING.isdisjoint(names_in(macro.value or ""))


def named_by_macro(macro: Declaration | None) -> Type | None:
    """The type that an object-like macro stands for: `#define REAL double`."""
    if macro is None or macro.disputed or macro.kind != "constant" or not macro.value:
        return None
    return (
        named(macro.value) if _TYPE.fullmatch(macro.value) and fundamental(cleaned(macro.value.rstrip("* "))) else None
    )


def last_of(each: Iterable[tuple[Outline, dict[str, Declaration]]]) -> dict[str, Declaration]:
    """Macros may be defined again, and what hangs on a condition mostly is."""
    found: dict[str, Declaration] = {}
    for header, macros in each:
        for name, macro in macros.items():
            macro = macro._replace(header=header)
            found[name] = defined_again(found[name], macro) if name in found else macro
    return found


def defined_again(before: Declaration, macro: Declaration) -> Declaration:
    """A macro with a second definition: which one holds, conditions and places decide. The last one is taken, but a number among
    numbers is none; between floating types there is no dispute."""
    if before.kind == macro.kind and " ".join((before.value or "").split()) == " ".join((macro.value or "").split()):
        return before if before.disputed else macro
    if not before.disputed and _is_floating(before) and _is_floating(macro):
        return macro  # as precise as the build wants: what a loop may do is the same
    if not before.disputed and all((one.value or "").strip() in RESTRICT for one in (before, macro)):
        return macro
    is_number = macro.kind == before.kind == "constant" and _is_number(before.value) and _is_number(macro.value)
    return macro._replace(disputed=True, value=None if is_number else macro.value)


def is_number_alone(macros: Mapping[str, Declaration], text: str | None, deep: int = 0) -> bool:
    """Whether a macro's text is of numbers and of macros that are such, so that nothing happens in it, however it is grouped with what
    stands beside it: `100. / (N - 1)`. ``None`` is one of several numbers."""
    if text is None:
        return True
    words = code_within(text)
    for word in words:
        if word.kind == "name":
            macro = macros.get(word.text)
            if (
                macro is None
                or macro.kind != "constant"
                or deep > _DEEPEST
                or (macro.disputed and macro.value is not None)
            ):
                return False
            if not is_number_alone(macros, macro.value, deep + 1):
                return False
        elif word.kind == "number":
            if _NUMBERS.fullmatch(word.text) is None:  # `3_km` calls an operator
                return False
        elif word.kind != "punctuation" or not _BESIDE_NUMBERS.issuperset(word.text):
            return False
    return bool(words)


def _is_floating(macro: Declaration) -> bool:
    """Whether a macro stands for a floating type."""
    return macro.kind == "constant" and (macro.value or "").strip() in ("float", "double", "long double")


def _is_number(text: str | None) -> bool:
    if text is None:  # one of several numbers
        return True
    rest = _NUMBERS.sub("", text)
    return rest != text and _BESIDE_NUMBERS.issuperset(rest)
