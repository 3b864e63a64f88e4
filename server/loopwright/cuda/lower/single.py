"""Kernels in which one thread of the grid does everything: the statements as they stand, without a loop.

``if (blockIdx.x != 0 || threadIdx.x != 0) return;``, ``if (i == 0) { … }`` around all of it, and kernels that are launched with
one thread alone.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.analyse.indices import AXES, index_of, is_global_index
from loopwright.cuda.analyse.signs import may_be_signed
from loopwright.cuda.ir.code import Code, Rule, form, quoted, spelled
from loopwright.cuda.ir.functions import Function
from loopwright.cuda.ir.statements import Plain, mentioned, plain
from loopwright.cuda.lower.builder import remarks_of
from loopwright.cuda.lower.lowering import KernelLowering, Lowered
from loopwright.cuda.read.groups import makes_groups
from loopwright.cuda.read.rewriting import TYPES_OF_THEIR_OWN, condition_of, returning_guard, statements_of, terms, walk
from loopwright.cuda.read.variables import Variable
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import number_of

_OWN = ("threadIdx", "blockIdx")
Index = tuple[str, str]


def alone(low: KernelLowering) -> Lowered | None:
    """The kernel as the function of its one thread, ``None`` if there are others."""
    kernel, code = low.kernel, low.code
    if code.function_synchronises(kernel) or code.uses_block_memory(kernel) or code.uses_methods(kernel):
        return None
    if makes_groups(kernel) or any(map(code.context, code.called_by(kernel))):
        return None
    return _Alone(low).lower()


class _Alone:
    """One such kernel."""

    def __init__(self, low: KernelLowering) -> None:
        self.low, self.kernel, self.variables = low, low.kernel, low.kernel.variables
        one_block = low.shape.one_block and "blockIdx" not in low.kernel.words
        self.wanted = {("blockIdx", a) for a in AXES[: low.shape.grid] if not one_block}
        self.wanted |= {("threadIdx", a) for a in AXES[: low.shape.block]}
        self.zero: dict[Variable, frozenset[Index]] = {}
        self.zero = {v: told for v in self.variables.all if (told := self._index_held(v))}

    def lower(self) -> Lowered | None:
        """The function."""
        low = self.low
        statements = [n for n in self.kernel.body.children if n.is_named]
        launched = low.shape.one_thread and "blockIdx" not in self.kernel.words
        left = statements if launched else self._behind_guard(statements)
        if left is None:
            return None

        def rule(part: Node) -> Code | None:
            return self._rule(part, rule)

        kept = [n for n in left if n.type != "comment" and not self._is_unused(n, left)]
        body = [Plain(_statement(n, rule), n.start_point.column, remarks_of(n)) for n in kept]
        if not launched and low.shape.may_be_empty and not low.shape.may_fail:
            sizes = [f"gridDim.{a}" for a in AXES[: low.shape.grid]]
            sizes += [] if low.shape.sizes else [f"blockDim.{a}" for a in AXES[: low.shape.block]]
            body.insert(0, plain(f"if ({' * '.join(sizes)} == 0) {{ return; }}"))
        low.vary("", "", "")
        return Lowered(Function(low.head(copies=False), (*low.size_lines(mentioned(body)), *body)))

    def _index_held(self, variable: Variable) -> frozenset[Index]:
        """The indices whose sum, none of them negative, a variable holds for good."""
        if variable.init is None or variable.writes or variable.taken or not variable.scalar or variable.pointers:
            return frozenset()
        return self._indices(variable.init)

    def _indices(self, node: Node) -> frozenset[Index]:
        """The indices that are zero where an expression is."""
        index, axis = index_of(node), is_global_index(node)
        if axis is not None:
            return frozenset((("blockIdx", axis), ("threadIdx", axis)))
        if index is not None:
            return frozenset((index,)) if index[0] in _OWN else frozenset()
        variable = self.variables.of(bare(node))
        return self.zero.get(variable, frozenset()) if variable is not None else frozenset()

    def _behind_guard(self, statements: list[Node]) -> list[Node] | None:
        """What the first thread does where nobody else does anything."""
        for at, node in enumerate(statements):
            if node.type == "comment" or self._is_quiet(node):
                continue
            condition = returning_guard(node)
            if condition is not None:
                covered, others = self._covered(terms(condition, "||"), zero=False)
                if covered and not others:
                    return [*statements[:at], *statements[at + 1 :]]
                return None
            rest = [n for n in statements[at + 1 :] if n.type != "comment"]
            if node.type != "if_statement" or rest or node.child_by_field_name("alternative") is not None:
                return None
            covered, others = self._covered(terms(condition_of(node), "&&"), zero=True)
            then = node.child_by_field_name("consequence")
            if not covered or others or then is None:
                return None
            return [*statements[:at], *statements_of(then)]
        return None

    def _is_quiet(self, node: Node) -> bool:
        """A declaration that all threads may make: nobody sees it."""
        declared = [v for v in self.variables.all if v.declaration == node]
        return node.type == "declaration" and bool(declared) and all(v.init is None or v in self.zero for v in declared)

    def _covered(self, parts: list[Node], zero: bool) -> tuple[bool, list[Node]]:
        """Whether the parts of a condition name every index, and those that say something else."""
        found: set[Index] = set()
        others = []
        for part in parts:
            named = self._compared(bare(part), zero)
            found |= named
            if not named:
                others.append(part)
        return found >= self.wanted, others

    def _compared(self, part: Node, zero: bool) -> frozenset[Index]:
        """The indices that ``part`` says to be zero, or not to be (``zero`` is false)."""
        if part.type == "unary_expression" and text_of(part.child_by_field_name("operator")) == "!" and zero:
            inner = part.child_by_field_name("argument")
            return self._indices(inner) if inner is not None else frozenset()
        if part.type != "binary_expression":
            return frozenset() if zero else self._indices(part)
        left, right = part.child_by_field_name("left"), part.child_by_field_name("right")
        operator = text_of(part.child_by_field_name("operator"))
        if left is None or right is None:
            return frozenset()
        if number_of(text_of(bare(left))) == 0:
            left, right, operator = right, left, {"<": ">", ">": "<"}.get(operator, operator)
        number = number_of(text_of(bare(right)))
        if (number == 0 and operator == ("==" if zero else "!=")) or (not zero and number == 0 and operator == ">"):
            return self._indices(left)
        if (not zero and number == 1 and operator == ">=") or (zero and number == 1 and operator == "<"):
            return self._indices(left)
        return frozenset()

    def _is_unused(self, node: Node, left: list[Node]) -> bool:
        """Whether a declaration held an index that only the guard asked for."""
        declared = [v for v in self.variables.all if v.declaration == node]
        inside_left = {n.id for part in left for n in walk(part)}
        return bool(declared) and all(v in self.zero and not any(n.id in inside_left for n in v.uses) for v in declared)

    def _rule(self, node: Node, again: Rule) -> Code | None:
        """The one thread's indices are zero."""
        if node.type in ("binary_expression", "parenthesized_expression", "cast_expression", "call_expression"):
            if node.type == "binary_expression" and is_global_index(node) is not None:
                return spelled("0" if may_be_signed(node, self.variables, self.low.rules.said) else "0u")
        if node.type == "field_expression":
            index = index_of(node)
            if index is not None and index[0] in _OWN:
                return spelled("0" if may_be_signed(node, self.variables, self.low.rules.said) else "0u")
        if node.type == "identifier" and text_of(node) in _OWN:
            return spelled("uint3{0u, 0u, 0u}")
        return self.low.rule(node, again)


def _statement(node: Node, rule: Rule) -> Code:
    """A statement of the kernel; the semicolon behind a type that stands alone is not part of its node."""
    own = quoted(node, rule)
    return form("{};", own) if node.type in TYPES_OF_THEIR_OWN else own
