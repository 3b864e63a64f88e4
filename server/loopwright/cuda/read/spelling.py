"""Spellings of CUDA that C++ has another word or place for, and names of the file that are ours in a translation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from loopwright.cuda.read.commas import with_assignments_apart
from loopwright.cuda.read.names import Names
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import is_use_of_member
from loopwright.source.lexemes import Lexeme, all_lexemes, replaced
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse
from loopwright.source.text import Span, names_in
from loopwright.source.tokens import tokenize

_BEFORE_ALIGNMENT = frozenset(
    ("__shared__", "__device__", "__constant__", "__managed__", "static", "extern", "volatile", "const")
)
_DYNAMIC = (["extern", "__shared__"], ["__shared__", "extern"])
_TYPE_OF = "typeof"
_OF_POINTERS = frozenset(("*", "const", "volatile", "__restrict__", "__restrict", "restrict"))
_ONE_FOR_THE_GRID = "__grid_constant__"  # such a parameter's address may be taken, as that of any here
_OF_BLOCK = "__shared__"
# What a kernel is told of registers, and of which of its blocks run at once: it computes the same without.
_OF_THE_MACHINE = ("__maxnreg__", "__cluster_dims__")
_OF_TYPES = frozenset(
    ("struct", "enum", "union", "const", "volatile", "unsigned", "signed", "char", "short", "int", "long", "float", "double", "bool", "void")
)  # fmt: skip


def with_one_line_end(text: str) -> str:
    """``text`` whose lines all end as those that a translation adds."""
    return text.replace("\r\n", "\n")


def spelled(text: str) -> str:
    """``text`` with alignments where C++ wants them, and other names for what the file calls like something of ours."""
    if "__align__" in text or "alignas" in text:
        text = replaced(text, _alignments(text))
    if _ONE_FOR_THE_GRID in text:
        text = replaced(text, ((e.start, e.end, "") for e in all_lexemes(text) if e.text == _ONE_FOR_THE_GRID))
    if any(word in text for word in _OF_THE_MACHINE):
        text = replaced(text, _wishes(text))
    if any(_may_be_of_parameter(text, at) for at in _places(text, _OF_BLOCK)):
        text = replaced(text, _memories_of_parameters(text))
    if _OF_BLOCK in text:
        text = replaced(text, _behind_stars(text))
    if "__device__(" in text or "__host__(" in text:
        text = replaced(text, _sides_of_lambdas(text))
    if _TYPE_OF in text:
        text = replaced(text, _types_of(text))
    return _renamed(with_assignments_apart(text))


def _code(text: str) -> list[Lexeme]:
    return [each for each in all_lexemes(text) if each.kind != "remark"]


def _alignments(text: str) -> Iterator[tuple[int, int, str]]:
    """Alignments as C++ names them, before the words that CUDA has them behind; none where a block's memory comes with the launch,
    which is aligned for every type."""
    code = _code(text)
    for at, each in enumerate(code):
        if each.text not in ("__align__", "alignas") or (close := _closing(code, at + 1)) is None:
            continue
        first = at
        while first and code[first - 1].text in _BEFORE_ALIGNMENT:
            first -= 1
        behind = code[close + 1].start if close + 1 < len(code) else code[close].end
        words = text[code[first].start : each.start]
        said = [part.text for part in (*code[first:at], *code[close + 1 : close + 3])]
        alignment = f"alignas{text[each.end : code[close].end]}"
        if said[:2] in _DYNAMIC:
            yield code[first].start, behind, words
        elif words:
            yield code[first].start, behind, f"{alignment} {words}"
        elif each.text != "alignas":
            yield each.start, each.end, "alignas"


def _wishes(text: str) -> Iterator[tuple[int, int, str]]:
    """Nothing for what only the machine is told; every line stays."""
    code = _code(text)
    for at, each in enumerate(code):
        if each.text in _OF_THE_MACHINE and (close := _closing(code, at + 1)) is not None:
            yield each.start, code[close].end, "\n" * text.count("\n", each.start, code[close].end)


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _may_be_of_parameter(text: str, at: int) -> bool:
    """Whether what begins there may stand within parentheses."""
    return text.rfind("(", 0, at) > max(text.rfind(sign, 0, at) for sign in "{};")


def _memories_of_parameters(text: str) -> Iterator[tuple[int, int, str]]:
    """Nothing for the memory that a parameter is said to lie in: nvcc passes over it."""
    around = [""]
    for each in _code(text):
        if each.text in ("(", "{"):
            around.append(each.text)
        elif each.text in (")", "}") and len(around) > 1:
            around.pop()
        elif each.text == _OF_BLOCK and around[-1] == "(":
            yield each.start, each.end, ""


def _behind_stars(text: str) -> Iterator[tuple[int, int, str]]:
    """``__shared__`` before the stars that it stands behind, as in `T *__shared__ p`: there it is a word of the declaration, as the
    reading takes it. Not where one declaration has several names, of which it may mean one."""
    code = _code(text)
    for at, each in enumerate(code):
        first = at
        while first and code[first - 1].text in _OF_POINTERS:
            first -= 1
        stars = [place for place in range(first, at) if code[place].text == "*"]
        if each.text == _OF_BLOCK and stars and first and code[first - 1].text != "," and _is_of_one_name(code, at):
            yield code[stars[0]].start, code[stars[0]].start, f" {_OF_BLOCK} "
            yield each.start, each.end, ""


def _is_of_one_name(code: list[Lexeme], at: int) -> bool:
    """Whether a declaration ends with no comma outside of brackets behind a lexeme."""
    depth = 0
    for each in code[at:]:
        depth += (each.text in ("(", "[", "{")) - (each.text in (")", "]", "}"))
        if depth < 0 or (not depth and each.text in (",", ";")):
            return each.text == ";"
    return False


def _sides_of_lambdas(text: str) -> Iterator[tuple[int, int, str]]:
    """A blank behind the sides of a lambda: the grammar takes `__device__(` for a call."""
    for each, following in pairwise(_code(text)):
        if each.text in ("__device__", "__host__") and following.text == "(" and following.start == each.end:
            yield each.end, each.end, " "


def _types_of(text: str) -> Iterator[tuple[int, int, str]]:
    """A spelling of C++ for GNU's ``typeof (…)``, which nvcc takes and the grammar does not; a single word may be a type or a
    value, and keeps GNU's."""
    code = _code(text)
    for at, each in enumerate(code):
        if each.text != _TYPE_OF or (close := _closing(code, at + 1)) is None:
            continue
        inner = text[code[at + 1].end : code[close].start]
        if code[at + 2].text in _OF_TYPES:
            said = f"std::remove_reference_t<{inner}>"
        else:
            said = f"__typeof__({inner})" if close == at + 3 else f"std::remove_reference_t<decltype({inner})>"
        yield each.start, code[close].end, said


def _closing(code: list[Lexeme], open_: int) -> int | None:
    """Which lexeme closes the parenthesis that one opens; nothing if it opens none, or none closes it."""
    depth = 0
    for at in range(open_, len(code)):
        depth += (code[at].text == "(") - (code[at].text == ")")
        if not depth:
            return at if at > open_ else None
    return None


def _renamed(text: str) -> str:
    """``text`` with other names for what is called like something of ours: variables and types, and members of the file's own classes."""
    taken = operations().own & frozenset(names_in(text))
    if not taken:
        return text
    source = parse(text.encode("utf-8", errors="replace"), "k.cu", "cuda")
    fields = [n for n in source.kinds.of("field_identifier") if text_of(n) in taken]
    members = {text_of(n) for n in fields if not is_use_of_member(n)}
    plain = source.kinds.of("identifier", "type_identifier", "namespace_identifier", "statement_identifier")
    named = [(text_of(n), n.start_byte) for n in (*plain, *fields) if text_of(n) in taken]
    used = {n.start_byte for n in fields if is_use_of_member(n)}
    for macro in source.kinds.of("preproc_arg"):
        before = ""
        for token in tokenize(source.data, Span(macro.start_byte, macro.end_byte)):
            if token.kind == "name" and token.text in taken:
                named.append((token.text, token.span.start))
                used |= {token.span.start} if before in (".", "->") else set()
            before = token.text
    names = Names(names_in(text))
    new = {name: names.fresh(f"{name}_", f"{name}__") for name in {name for name, _ in named}}
    data = source.data
    for name, at in sorted(named, key=lambda each: each[1], reverse=True):
        if name in members or at not in used:
            data = data[:at] + new[name].encode() + data[at + len(name) :]
    return data.decode("utf-8", errors="replace")
