"""Type and constant value of an expression in a directive, as far as this file alone tells (`unknown` where it does not)."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.openacc.tokens import Token, tokenize
from loopwright.source.declarations import Declaration, Declarations
from loopwright.source.text import Span

_DEEPEST = 40
_LEVELS: tuple[frozenset[str], ...] = (
    frozenset(("||",)),
    frozenset(("&&",)),
    frozenset(("|",)),
    frozenset(("^",)),
    frozenset(("&",)),
    frozenset(("==", "!=")),
    frozenset(("<", ">", "<=", ">=")),
    frozenset(("<<", ">>")),
    frozenset(("+", "-")),
    frozenset(("*", "/", "%")),
)
_TYPE_WORDS = frozenset(
    (
        "int",
        "char",
        "short",
        "long",
        "unsigned",
        "signed",
        "float",
        "double",
        "size_t",
        "bool",
        "_Bool",
        "void",
        "const",
        "struct",
    )
)


class Typed(NamedTuple):
    """``category`` as in :meth:`Declarations.category`; ``value`` where the expression is an integer constant."""

    category: str
    value: int | None = None


UNKNOWN = Typed("unknown")


def evaluate(tokens: tuple[Token, ...], declarations: Declarations, offset: int, depth: int = 0) -> Typed:
    """What ``tokens`` are as an expression at ``offset``."""
    if not tokens or len(tokens) > 400 or depth > 6:
        return UNKNOWN
    reader = _Reader(tokens, declarations, offset, depth)
    result = reader.ternary(0)
    return result if reader.at == len(tokens) else UNKNOWN


class _Reader:
    def __init__(self, tokens: tuple[Token, ...], declarations: Declarations, offset: int, depth: int) -> None:
        self.tokens, self.declarations, self.offset, self.depth = tokens, declarations, offset, depth
        self.at = 0

    def _peek(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def ternary(self, deep: int) -> Typed:
        condition = self._binary(0, deep)
        if self._peek() != "?":
            return condition
        self.at += 1
        first = self.ternary(deep + 1) if deep < _DEEPEST else UNKNOWN
        if self._peek() != ":":
            return UNKNOWN
        self.at += 1
        second = self.ternary(deep + 1) if deep < _DEEPEST else UNKNOWN
        if condition.value is not None:
            return first if condition.value else second
        return Typed(_wider(first.category, second.category))

    def _binary(self, level: int, deep: int) -> Typed:
        if level == len(_LEVELS):
            return self._unary(deep)
        left = self._binary(level + 1, deep)
        while self._peek() in _LEVELS[level]:
            operator = self._peek()
            self.at += 1
            right = self._binary(level + 1, deep)
            left = _combined(operator, left, right)
        return left

    def _unary(self, deep: int) -> Typed:
        if deep > _DEEPEST:
            return UNKNOWN
        text = self._peek()
        if text in ("+", "-", "!", "~", "*", "&"):
            self.at += 1
            inner = self._unary(deep + 1)
            if text == "-" and inner.value is not None:
                return Typed(inner.category, -inner.value)
            if text == "!":
                return Typed("integer", None if inner.value is None else int(not inner.value))
            if text == "&":
                return Typed("pointer")
            return UNKNOWN if text in ("*", "~") else inner
        if text == "sizeof":
            self.at += 1
            self._skip_brackets()
            return Typed("integer")
        if text == "(":
            cast = self._cast()
            if cast is not None:
                inner = self._unary(deep + 1)
                return Typed(cast, inner.value if cast == "integer" else None)
            self.at += 1
            inner = self.ternary(deep + 1)
            if self._peek() != ")":
                return UNKNOWN
            self.at += 1
            return self._postfix(inner, None)
        return self._primary()

    def _cast(self) -> str | None:
        """Category of a cast that begins here, the position moved behind it; ``None`` if it is none."""
        words: list[str] = []
        index = self.at + 1
        while index < len(self.tokens) and (
            self.tokens[index].kind == "name" or self.tokens[index].text in ("*", "::")
        ):
            words.append(self.tokens[index].text)
            index += 1
        if not words or index >= len(self.tokens) or self.tokens[index].text != ")":
            return None
        known = self.declarations.file_level.get(words[-1])
        if not any(word in _TYPE_WORDS for word in words) and not (known is not None and known.kind == "type"):
            return None
        self.at = index + 1
        if "*" in words:
            return "pointer"
        fake = Declaration("", "variable", " ".join(w for w in words if w != "const"), 0, (), Span(0, 0), Span(0, 0))
        return self.declarations.category(fake)

    def _primary(self) -> Typed:
        if self.at >= len(self.tokens):
            return UNKNOWN
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "number":
            return _number(token.text)
        if token.kind == "string":
            return Typed("integer" if token.text.startswith("'") else "pointer")
        if token.kind != "name":
            return UNKNOWN
        if token.text in ("true", "false"):
            return self._postfix(Typed("boolean", int(token.text == "true")), None)
        declaration = self.declarations.lookup(token.text, self.offset)
        return self._postfix(self._named(declaration), declaration)

    def _named(self, declaration: Declaration | None) -> Typed:
        if declaration is None:
            return UNKNOWN
        category = self.declarations.category(declaration)
        if category == "constant":
            if declaration.value is None:
                return Typed("integer") if declaration.base else UNKNOWN
            text = declaration.value.encode()
            return evaluate(tokenize(text, Span(0, len(text))), self.declarations, self.offset, self.depth + 1)
        cpp = self.declarations.outline.source.language != "c"
        if cpp and declaration.const and declaration.value and category == "integer":
            text = declaration.value.encode()
            value = evaluate(tokenize(text, Span(0, len(text))), self.declarations, self.offset, self.depth + 1).value
            return Typed(category, value)
        return Typed(category)

    def _postfix(self, typed: Typed, declaration: Declaration | None) -> Typed:
        subscripts = 0
        while self._peek() in ("[", "(", ".", "->", "::"):
            text = self._peek()
            if text in ("[", "("):
                self._skip_brackets()
                subscripts += text == "["
                typed = UNKNOWN
                if text == "(":
                    declaration = None
                continue
            self.at += 1
            member = self._peek()
            self.at += 1
            declaration = self._member(declaration, member)
            typed, subscripts = self._named(declaration), 0
        if subscripts and declaration is not None:
            return Typed(element_category(self.declarations, declaration, subscripts))
        return typed

    def _member(self, declaration: Declaration | None, member: str) -> Declaration | None:
        if declaration is None:
            return None
        members = self.declarations.members(declaration.base)
        return members.get(member) if members else None

    def _skip_brackets(self) -> None:
        depth = 0
        while self.at < len(self.tokens):
            text = self.tokens[self.at].text
            depth += (text in "([{") - (text in ")]}")
            self.at += 1
            if depth == 0:
                return


def element_category(declarations: Declarations, declaration: Declaration, subscripts: int) -> str:
    """Category of ``declaration`` after ``subscripts`` indices."""
    if declaration.kind in ("function", "type", "constant"):
        return "unknown"
    base, levels = declarations.levels(declaration)
    if subscripts > len(levels):
        return "unknown"
    if subscripts < len(levels):
        return (
            "pointer" if levels[subscripts] is None or (not subscripts and declaration.kind == "parameter") else "array"
        )
    return declarations.category(scalar_of(declaration, base))


def scalar_of(declaration: Declaration, base: str) -> Declaration:
    """``declaration`` with all its subscripts taken off."""
    return declaration._replace(base=base, pointers=0, dims=(), to_array=0)


def _number(text: str) -> Typed:
    lowered = text.lower().replace("'", "")
    is_hex = lowered.startswith("0x")
    if ("." in lowered or ("e" in lowered and not is_hex) or ("p" in lowered and is_hex)) or (
        lowered.endswith("f") and not is_hex
    ):
        return Typed("floating")
    digits = lowered.rstrip("ul") if not lowered.endswith("z") else lowered.rstrip("zu")
    try:
        base = (
            16 if is_hex else 2 if digits.startswith("0b") else 8 if digits.startswith("0") and len(digits) > 1 else 10
        )
        return Typed("integer", int(digits[2:] if base in (2, 16) else digits, base))
    except ValueError:
        return UNKNOWN


def _wider(left: str, right: str) -> str:
    if "unknown" in (left, right):
        return "unknown"
    for category in ("pointer", "array", "struct", "floating"):
        if category in (left, right):
            return category
    return "integer"


def _combined(operator: str, left: Typed, right: Typed) -> Typed:
    if operator in ("<", ">", "<=", ">=", "==", "!=", "&&", "||"):
        return Typed("integer", _computed(operator, left.value, right.value))
    category = _wider(left.category, right.category)
    if operator == "-" and left.category in ("pointer", "array") and right.category in ("pointer", "array"):
        category = "integer"
    return Typed(category, _computed(operator, left.value, right.value))


def _computed(operator: str, a: int | None, b: int | None) -> int | None:
    if a is None or b is None or abs(a) > 1 << 62 or abs(b) > 1 << 62:
        return None
    if operator in ("/", "%"):
        if b == 0:
            return None
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return quotient if operator == "/" else a - quotient * b
    if operator in ("<<", ">>"):
        return None if not 0 <= b < 63 else a << b if operator == "<<" else a >> b
    table = {
        "+": a + b,
        "-": a - b,
        "*": a * b,
        "&": a & b,
        "|": a | b,
        "^": a ^ b,
        "<": int(a < b),
        ">": int(a > b),
        "<=": int(a <= b),
        ">=": int(a >= b),
        "==": int(a == b),
        "!=": int(a != b),
        "&&": int(bool(a and b)),
        "||": int(bool(a or b)),
    }
    return table.get(operator)
