"""Three signs that stand for one where a compiler replaces them (C17 5.2.1.1): those of GNU do so with `-std=c11`, not with `-std=gnu11`.

>>> trigraph_in(b"int k; // why??/"), trigraph_in(b'puts("what??!");'), trigraph_in(b"a??(i??) = 1;")
('??/', '', '??(')
"""

from __future__ import annotations

from loopwright.source.lexemes import without_text

_IN_TEXT = "??/"  # joins a remark with the next line, and hides the end of a string
_IN_CODE = ("??=", "??(", "??)", "??<", "??>", "??!", "??'", "??-")


def trigraph_in(data: bytes) -> str:
    """The first kind of trigraph that makes another program of a text, empty for none."""
    if b"??" not in data:
        return ""
    text = data.decode("utf-8", "replace")
    code = without_text(text)
    return _IN_TEXT if _IN_TEXT in text else next((each for each in _IN_CODE if each in code), "")
