"""Whether a file reads an object through a pointer of another type: `*(const int *)&c`, `reinterpret_cast<float4 *>(p)[i]`.

A GPU gives the number that the bits are. A compiler of C++ may take the two for different objects, and at `-O2` stores of one move behind
loads of the other. Tokens are asked, because such casts stand in macros as well. What is not certain counts as one: it costs kernels little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from loopwright.source.lexemes import Lexeme, all_lexemes, directives_in

# What may be anything's bytes, or says nothing of what it leads to.
_ANY = frozenset(("void", "char", "byte", "uint8_t", "int8_t"))
_BESIDE_TYPES = frozenset(("const", "volatile", "unsigned", "signed", "struct", "std", "::"))
_QUALIFIERS = frozenset(("const", "volatile", "__restrict__", "__restrict", "restrict"))
_CASTS = frozenset(("reinterpret_cast", "static_cast"))
# Memory that nobody has used yet.
_NEW = frozenset(("malloc", "calloc", "realloc", "aligned_alloc", "new", "nullptr", "NULL", "0", "std"))
_BEGINS = frozenset(("(", "&", "*", "this"))
_BEHIND_PARAMETERS = frozenset(("const", "noexcept", "override", "final", "requires", "try"))
_MARKS = ("*", "&", "reinterpret_cast")


def has_puns(text: str, brought: Callable[[str], str | None]) -> bool:
    """Whether a text, or a header of the program that it includes, may do so; ``brought`` gives the text of one by its include line."""
    waiting, seen = [text], {text}
    while waiting:
        one = waiting.pop()
        if _puns(one):
            return True
        headers = {brought(line.text) or "" for line in directives_in(one) if "include" in line.text}
        waiting += headers - seen
        seen |= headers
    return False


def _puns(text: str) -> bool:
    code = [each for each in all_lexemes(text) if each.kind != "remark"]
    pointers = frozenset(_named_pointers(code))
    return any(_is_pun(code, at, pointers) for at, each in enumerate(code) if each.text in ("(", *_CASTS))


def _named_pointers(code: Sequence[Lexeme]) -> Iterator[str]:
    """Names of types that are pointers: `typedef int *bits;`, `using bits = int *;`."""
    for at in range(3, len(code) - 1):
        if code[at + 1].text == ";" and code[at].text == "*":
            start = next((i for i in range(at, max(at - 8, -1), -1) if code[i].text == "using"), None)
            if start is not None:
                yield code[start + 1].text
        elif code[at + 1].text == ";" and code[at].kind == "name" and code[at - 1].text == "*":
            if any(code[i].text == "typedef" for i in range(at, max(at - 8, -1), -1)):
                yield code[at].text


def _is_pun(code: Sequence[Lexeme], at: int, pointers: frozenset[str]) -> bool:
    if code[at].text == "(":
        return _is_written_cast(code, at, pointers)
    if at + 1 == len(code) or code[at + 1].text != "<":
        return False
    listed = list(_until_closed(code, at + 2))
    return _leads_to_typed([each.text for each in listed], pointers) and not _is_new(code, at + 4 + len(listed))


def _is_written_cast(code: Sequence[Lexeme], at: int, pointers: frozenset[str]) -> bool:
    """`(int *)p`, and none of `sizeof(int *)`, `f(int *)`, `(a * b)`."""
    if at and (code[at - 1].kind == "name" and code[at - 1].text not in ("return", "case", "else")):
        return False
    inside = []
    for each in code[at + 1 : at + 16]:
        if each.text == ")":
            break
        inside.append(each.text)
    after = at + 2 + len(inside)
    if after >= len(code) or code[after].text in _BEHIND_PARAMETERS:
        return False
    if code[after].kind not in ("name", "number", "string") and code[after].text not in _BEGINS:
        return False
    return _leads_to_typed(inside, pointers) and not _is_new(code, after)


def _until_closed(code: Sequence[Lexeme], at: int) -> Iterator[Lexeme]:
    """What a template is given."""
    depth = 1
    for each in code[at : at + 64]:
        depth += each.text.count("<") - each.text.count(">") if each.text in ("<", ">", ">>") else 0
        if depth <= 0:
            return
        yield each


def _leads_to_typed(words: Sequence[str], pointers: frozenset[str]) -> bool:
    """Whether the words of a type are a pointer or a reference to what is not just bytes."""
    said = [word for word in words if word not in _QUALIFIERS]
    if len(said) == 1:
        return said[0] in pointers
    if len(said) < 2 or said[-1] not in ("*", "&", "&&"):
        return False
    led = [word for word in said[:-1] if word not in _BESIDE_TYPES]
    return led[:1] != ["*"] and not (led and led[0] in _ANY)


def _is_new(code: Sequence[Lexeme], at: int) -> bool:
    """Whether what is cast begins as memory that is allocated."""
    words = [each.text for each in code[at : at + 4] if each.text not in ("(", "::")]
    return any(word in _NEW for word in words[:2])
