"""Memory that a host function was handed and that comes back changed: kernels may work in it where it lies apart from all other
memory of callers that the function copies. Nobody knows that before the program runs, so it is asked then.

That is enough, because between the first use of the device's memory and the copy back nothing else can tell whether the host's
memory has changed already: kernels know only memory that this function allocated, the host reads and writes its own variables, and
nothing leaves the function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.lower.handed import (
    is_fresh,
    is_harmless,
    is_kept_apart,
    is_plain_parameter,
    plain,
    sets_own,
)
from loopwright.cuda.read.device_function import arguments_of, called, is_launch
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import ancestors, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.lang.numbers import fundamental
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import names_in

_COPIES = frozenset(("cudaMemcpy", "cudaMemcpyAsync"))
_HOST_SIDE = {"cudaMemcpyHostToDevice": 1, "cudaMemcpyDeviceToHost": 0}
_LEAVES = frozenset(("return_statement", "goto_statement", "throw_statement", "co_return_statement", "asm_statement"))
_NAMING = frozenset(("qualified_identifier", "call_expression", "template_function"))
_KNOWN = frozenset(("stdout", "stderr"))


@dataclass(frozen=True)
class Part:
    """Memory of a caller: the parameter, and its bytes as the source says them."""

    name: Node
    size: Node


@dataclass(frozen=True)
class Around:
    """The function that copies. ``macros``: name → text, ``None`` where it has more than one; ``is_own``: whether an address is
    that of memory of the function alone; ``is_check``: whether a call does nothing where all goes well."""

    body: Node
    variables: Variables
    code: DeviceCode
    macros: Mapping[str, str | None]
    is_own: Callable[[Node], bool]
    is_check: Callable[[Node], bool]

    def others(self, host: Variable, first: Node, between: Sequence[Node]) -> list[Part] | None:
        """The other memory of callers that may overlap with that of ``host``, ``None`` where no such list tells all. ``first``: the
        statement in front of which it is asked; ``between``: the statements from there to the copy back, without copies of ``host``."""
        end = max((statement.end_byte for statement in between), default=0)
        if not all(self._is_quiet(node, end) for statement in between for node in walk(statement)):
            return None
        found: dict[tuple[str, str], Part] = {}
        for copy in self._copies():
            part = self._host_part(copy)
            if part is None:
                return None
            variable = self.variables.of(part.name) if part.name.type == "identifier" else None
            if variable is host or self.is_own(part.name):
                continue
            if variable is None or not is_plain_parameter(variable) or not self._is_fixed(part.size, first):
                return None
            found[variable.name, plain(part.size)] = part
        return list(found.values())

    def _copies(self) -> Iterator[Node]:
        """Of the whole function, but for those within the device."""
        for node in walk(self.body):
            if node.type == "call_expression" and called(node) in _COPIES and not self._is_within_the_device(node):
                yield node

    def _is_within_the_device(self, copy: Node) -> bool:
        ends = [self.variables.of(bare(n)) for n in arguments_of(copy)[:2]]
        return len(ends) == 2 and all(variable is not None and is_fresh(variable) for variable in ends)

    def _host_part(self, copy: Node) -> Part | None:
        given = arguments_of(copy)
        side = _HOST_SIDE.get(text_of(given[3])) if len(given) >= 4 else None
        return None if side is None else Part(given[side], given[2])

    def _is_fixed(self, size: Node, first: Node) -> bool:
        """Whether a size is the same in the whole function and known before the statement ``first``."""
        for node in walk(size):
            if node.type == "call_expression":
                return False
            if node.type != "identifier" or any(a.type == "sizeof_expression" for a in ancestors(node, size)):
                continue
            variable = self.variables.of(node)
            if variable is None:
                if not self._is_constant_macro(text_of(node)):
                    return False
            elif variable.writes or variable.taken or variable.reference or variable.pointers or variable.extents:
                return False
            elif variable.declaration is not None and not variable.parameter:
                if variable.declaration.end_byte > first.start_byte or variable.scope != self.body:
                    return False
        return True

    def _is_constant_macro(self, name: str) -> bool:
        """Whether a macro of the file names nothing that may change."""
        text = self.macros.get(name)
        return text is not None and all(
            n == "sizeof" or fundamental(n) or (n != name and self._is_constant_macro(n)) for n in names_in(text)
        )

    def _is_quiet(self, node: Node, end: int) -> bool:
        """Whether a node of a statement in between lets nobody see memory of callers, and does not end the function. ``end``: of the
        last of these statements."""
        if node.type in _LEAVES or node.type.startswith("co_"):
            return False
        if node.type in ("assignment_expression", "update_expression"):
            return sets_own(node, self.variables)
        if node.type == "call_expression":
            if is_launch(node):
                return self._is_blind(node, end)
            return self._is_harmless(node, end)
        return node.type != "identifier" or self._is_seen_through(node)

    def _is_blind(self, launch: Node, end: int) -> bool:
        """Whether a kernel gets numbers and memory of the device alone."""
        kernel = self.code.kernel(called(launch))
        if kernel is None or not is_kept_apart(launch, self.variables, self.code, end):
            return False
        for argument, parameter in zip(arguments_of(launch), kernel.parameters):
            if not parameter.pointers and not self._is_number(parameter) and not self._is_made_of_numbers(argument):
                return False
        return True

    def _is_number(self, variable: Variable) -> bool:
        if variable.pointers or variable.reference or variable.extents:
            return False
        name = self.macros.get(variable.base) or variable.base
        return bool(fundamental(self.code.aliases.get(name, name)))

    def _is_made_of_numbers(self, argument: Node) -> bool:
        named = [self.variables.of(n) for n in walk(argument) if n.type == "identifier"]
        return all(n.type != "call_expression" for n in walk(argument)) and all(
            variable is not None and self._is_number(variable) for variable in named
        )

    def _is_harmless(self, call: Node, end: int) -> bool:
        name = called(call)
        if name in self.macros:
            return self.is_check(call)
        return name in _COPIES or is_harmless(call, self.variables, end)

    def _is_seen_through(self, name: Node) -> bool:
        """Whether it is known what is meant by a name, and that it is nothing but a number, or memory that is handed to CUDA."""
        text, around = text_of(name), name.parent
        variable = self.variables.of(name)
        if variable is not None:
            leads = variable.pointers or variable.reference or variable.extents
            return not leads or self.is_own(name) or self._is_given_to_cuda(name)
        if around is not None and (around.type in _NAMING or name in around.children_by_field_name("declarator")):
            return True
        if any(a.type == "sizeof_expression" for a in ancestors(name, self.body)):
            return True
        return text.startswith("cuda") or text in _KNOWN or self._is_constant_macro(text)

    def _is_given_to_cuda(self, name: Node) -> bool:
        call = next((a for a in ancestors(name, self.body) if a.type == "call_expression"), None)
        return call is not None and (is_launch(call) or called(call).startswith("cuda"))
