"""Words of types that the grammars do not know: to them `double complex z` declares `complex`, and `typeof(*p) t` declares `p`. What
is no word for them is shown as the word that it is for (`_Thread_local`), or as one word with a dollar sign for each blank and bracket,
which stands in no other type.

>>> shown(b"double complex z; typeof(*p) t;")
b'double$complex z; typeof$$$$ t;'
>>> told("double$complex"), told("typeof$$$$")
('double _Complex', 'typeof')
"""

from __future__ import annotations

from collections.abc import Iterator

_SIGN = "$"
_COMPLEX = frozenset((b"complex", b"_Complex", b"__complex__", b"__complex", b"_Imaginary"))
_PLAIN = frozenset((b"float", b"double", b"long", b"short", b"int", b"char", b"signed", b"unsigned"))
_PARTS = (b"omplex", b"_Imaginary")
_HEADERS = (b"complex.h", b"tgmath.h")  # where `complex` is a macro, and can be no variable
_BLANKS = b" \t"
# Other spellings, none longer than the word that it is shown for.
_OTHERWISE = {
    b"_Thread_local": b"thread_local", b"__signed__": b"signed", b"__signed": b"signed", b"__const__": b"const", b"__const": b"const",
    b"__volatile__": b"volatile", b"__volatile": b"volatile",
}  # fmt: skip
_OF_AN_EXPRESSION = frozenset((b"typeof", b"__typeof__", b"__typeof", b"typeof_unqual"))
UNTOLD = "typeof"  # what no word of the language tells
_OF_A_TYPE = b"_Atomic"
_RESERVED = b"__"  # how some of them begin
_MENTIONS = tuple(word for word in (*_PARTS, *_OTHERWISE, b"typeof", _OF_A_TYPE) if not word.startswith(_RESERVED))
_RESERVED_MENTIONS = tuple(word for word in _OTHERWISE if word.startswith(_RESERVED))
_OF_PLACES = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.->*& \t[]"
_LONGEST = 200  # letters in brackets
_FAR = 40


def shown(data: bytes) -> bytes:
    """The text with such words as the grammars know them, as long as before."""
    if not any(part in data for part in _MENTIONS) and not (
        _RESERVED in data and any(word in data for word in _RESERVED_MENTIONS)
    ):
        return data
    changed = bytearray(data)
    for start, end in _complex_types(data):
        changed[start:end] = data[start:end].translate(bytes.maketrans(_BLANKS, b"$$"))
    for word, known in _OTHERWISE.items():
        for start, end in _each(data, word):
            changed[start:end] = known.ljust(len(word))
    for word in (*_OF_AN_EXPRESSION, _OF_A_TYPE):
        for _, start in _each(data, word):
            end = _end_of_brackets(data, start)
            if word == _OF_A_TYPE and end:
                changed[start:end] = b" " + data[start + 1 : end - 1] + b" "
            elif end and _is_place(data[start:end]):
                changed[start:end] = b"$" * (end - start)
    return bytes(changed)


def told(text: str) -> str:
    """The type that such a word is, with `_Complex` at its end; another text as it is."""
    if _SIGN not in text:
        return "auto" if text == "__auto_type" else text
    words = [word for word in text.split(_SIGN) if word]
    plain = [word for word in words if word.encode() in _PLAIN]
    if words and words[-1].encode() in _OF_AN_EXPRESSION:
        return UNTOLD
    return " ".join((*plain, "_Complex")) if 0 < len(plain) < len(words) else text


def _each(data: bytes, word: bytes) -> Iterator[tuple[int, int]]:
    """Where a word stands, but for texts."""
    at = data.find(word)
    while at >= 0:
        end = at + len(word)
        if _begin_of_word(data, at) == at and _end_of_word(data, at) == end and not _is_in_text(data, at):
            yield at, end
        at = data.find(word, end)


def _is_place(operand: bytes) -> bool:
    """Whether brackets hold a variable, an element, a member or what a pointer leads to: that is not worked out for its type."""
    inside = operand.strip(_BLANKS)[1:-1]
    return not inside.translate(None, _OF_PLACES) and b"++" not in inside and b"--" not in inside


def _end_of_brackets(data: bytes, at: int) -> int:
    """Where the brackets behind a word end, 0 where there are none on its line."""
    first = at + _blanks_at(data, at)
    depth = 0
    for end in range(first, min(first + _LONGEST, len(data))):
        depth += (data[end] == 40) - (data[end] == 41)  # ( and )
        if depth == 0:
            return end + 1 if end > first else 0
        if data[end] == 10:
            return 0
    return 0


def _complex_types(data: bytes) -> Iterator[tuple[int, int]]:
    is_macro = any(header in data for header in _HEADERS)
    for part in _PARTS:
        at = data.find(part)
        while at >= 0:
            start, end = _begin_of_word(data, at), _end_of_word(data, at)
            if data[start:end] in _COMPLEX:
                first, last = _with_plain_words(data, start, end)
                reserved = is_macro or data[start:end] != b"complex"
                if (first, last) != (start, end) and _is_type(data, last, reserved) and not _is_in_text(data, first):
                    yield first, last
            at = data.find(part, end)


def _with_plain_words(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The words around one that belong to its type: `long double complex`, `complex float`."""
    while True:
        before = len(data[max(0, start - _FAR) : start].rstrip(_BLANKS)) + max(0, start - _FAR)
        begin = _begin_of_word(data, before - 1) if before < start else before
        if before == start or data[begin:before] not in _PLAIN:
            break
        start = begin
    while True:
        behind = end + _blanks_at(data, end)
        stop = _end_of_word(data, behind)
        if behind == end or data[behind:stop] not in _PLAIN:
            return start, end
        end = stop


def _is_type(data: bytes, end: int, reserved: bool) -> bool:
    """Whether what follows has a type before it: a name or a star, and where the word can be no variable also the end of a cast or of a
    parameter without a name."""
    behind = data[end + _blanks_at(data, end) :][:1]
    return behind.isalpha() or behind in (b"_", b"*") or (reserved and behind in (b")", b",", b"(", b"["))


def _is_in_text(data: bytes, at: int) -> bool:
    line = data[data.rfind(b"\n", 0, at) + 1 : at]
    return (line.count(b'"') - line.count(b'\\"')) % 2 == 1


def _blanks_at(data: bytes, at: int) -> int:
    behind = data[at : at + _FAR]
    return len(behind) - len(behind.lstrip(_BLANKS))


def _begin_of_word(data: bytes, at: int) -> int:
    while at > 0 and (data[at - 1 : at].isalnum() or data[at - 1 : at] == b"_"):
        at -= 1
    return at


def _end_of_word(data: bytes, at: int) -> int:
    while at < len(data) and (data[at : at + 1].isalnum() or data[at : at + 1] == b"_"):
        at += 1
    return at
