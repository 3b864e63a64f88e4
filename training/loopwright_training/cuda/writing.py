"""TVM expressions → C text with no more parentheses than needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tvm import tirx

_BINARY = {
    "Mul": ("*", 10),
    "Div": ("/", 10),
    "Add": ("+", 9),
    "Sub": ("-", 9),
    "Mod": ("%", 10),
    "FloorDiv": ("/", 10),
    "FloorMod": ("%", 10),
    "LT": ("<", 7),
    "LE": ("<=", 7),
    "GT": (">", 7),
    "GE": (">=", 7),
    "EQ": ("==", 6),
    "NE": ("!=", 6),
    "And": ("&&", 2),
    "Or": ("||", 1),
}
_BITS = {
    "bitwise_and": ("&", 5),
    "bitwise_xor": ("^", 4),
    "bitwise_or": ("|", 3),
    "shift_left": ("<<", 8),
    "shift_right": (">>", 8),
}
MATHS = frozenset(("exp", "tanh", "sin", "cos", "sqrt", "log", "fabs", "pow", "rsqrt"))
_ATOM, _TERNARY = 20, 0


@dataclass(frozen=True)
class Style:
    """How values are written: ``maximum`` is ``call`` (``fmaxf``) or ``ternary``; ``suffix`` is that of floating-point
    numbers and functions; ``scalars``: numbers that come in as parameters."""

    maximum: str = "call"
    suffix: str = "f"
    scalars: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True)
class Writer:
    """Writes expressions. ``names``: variable → text; ``loads``: buffer name → what a load of it is, told its indices
    as text."""

    names: Mapping[str, str]
    loads: Mapping[str, Callable[[list[str]], str]]
    style: Style = Style()

    def __call__(self, value: Any) -> str:
        """The text of ``value``. Raises ``ValueError`` for what it does not know."""
        return self._at(value, _TERNARY)

    def _at(self, value: Any, level: int) -> str:
        text, own = self._of(value)
        return f"({text})" if own < level else text

    def _of(self, value: Any) -> tuple[str, int]:
        kind = type(value).__name__
        if kind in ("IntImm", "FloatImm"):
            return self._number(value)
        if kind in ("Var", "SizeVar"):
            return self.names[value.name], _ATOM
        if kind in _BINARY:
            sign, level = _BINARY[kind]
            return self._joined(sign, level, value.a, value.b)
        if kind in ("Max", "Min"):
            return self._extreme(kind, value)
        if kind == "Select":
            return self._choice(value.condition, value.true_value, value.false_value)
        if kind == "Not":
            return f"!{self._at(value.a, 11)}", 11
        if kind == "Cast":
            whole = str(value.ty.dtype).startswith("int")
            kind = "int" if whole else "float" if self.style.suffix else "double"
            return f"({kind}){self._at(value.value, 11)}", 11
        if kind == "TensorLoad":
            return self.loads[value.source.name]([self(i) for i in value.indices]), _ATOM
        if kind == "Call":
            return self._call(value)
        raise ValueError(f"no text for {kind}")

    def _joined(self, sign: str, level: int, left: Any, right: Any) -> tuple[str, int]:
        if sign == "*" and _is_number(right, -1):
            return f"-{self._at(left, 11)}", 10
        if sign == "-" and _is_number(left, 0):
            return f"-{self._at(right, 11)}", 10
        return f"{self._at(left, level)} {sign} {self._at(right, level + 1)}", level

    def _extreme(self, kind: str, value: Any) -> tuple[str, int]:
        left, right = value.a, value.b
        if self.style.maximum == "ternary":
            sign = ">" if kind == "Max" else "<"
            return (
                f"{self._at(left, 8)} {sign} {self._at(right, 8)} ? {self._at(left, 1)} : {self._at(right, 0)}",
                _TERNARY,
            )
        whole = str(value.ty.dtype).startswith("int")
        name = f"{kind.lower()}" if whole else f"f{kind.lower()}{self.style.suffix}"
        return f"{name}({self(left)}, {self(right)})", _ATOM

    def _choice(self, condition: Any, then: Any, otherwise: Any) -> tuple[str, int]:
        return f"{self._at(condition, 1)} ? {self._at(then, 1)} : {self._at(otherwise, 0)}", _TERNARY

    def _call(self, value: Any) -> tuple[str, int]:
        name = str(value.op.name).split(".")[-1]
        if name == "if_then_else":
            return self._choice(*value.args)
        if name in _BITS:
            sign, level = _BITS[name]
            return f"{self._at(value.args[0], level + 4)} {sign} {self._at(value.args[1], level + 4)}", level
        if name in MATHS:
            return f"{name}{self.style.suffix}({', '.join(map(self, value.args))})", _ATOM
        raise ValueError(f"no text for a call of {name}")

    def _number(self, value: Any) -> tuple[str, int]:
        if type(value).__name__ == "IntImm":
            return str(value.value), _ATOM if value.value >= 0 else 10
        number = float(value.value)
        for scalar, name in self.style.scalars:
            if abs(number - scalar) < 1e-9:
                return name, _ATOM
        if abs(number) > 1e37:
            return ("-INFINITY" if number < 0 else "INFINITY"), 10
        text = f"{number:.7g}"
        if not any(c in text for c in ".e"):
            text += ".0"
        return f"{text}{self.style.suffix}", _ATOM if number >= 0 else 10


def _is_number(value: Any, number: float) -> bool:
    return isinstance(value, (tirx.IntImm, tirx.FloatImm)) and float(value.value) == number


def flat_load(name: str, shape: list[str]) -> Callable[[list[str]], str]:
    """A load of a buffer that lies flat in memory, its last index fastest."""

    def load(indices: list[str]) -> str:
        text = indices[0]
        for index, extent in zip(indices[1:], shape[1:], strict=True):
            text = f"{_term(text)} * {extent} + {index}"
        return f"{name}[{text}]"

    return load


def _term(text: str) -> str:
    return text if text.isidentifier() or text.isdigit() else f"({text})"
