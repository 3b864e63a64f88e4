"""Methods of classes that ask where their thread is, or for the block's memory: they read it from variables of the machine's thread,
which kernels that use them set. Those in which threads wait run for all threads at once, as functions do:
they are written as static ones first (:mod:`.static_methods`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from loopwright.cuda.read.block_memory import holds_dynamic
from loopwright.cuda.read.rewriting import dimensions_read, walk
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import (
    CLASSES,
    class_of,
    is_method,
    is_operator,
    is_static,
    method_code,
    method_names,
    plain_class,
    said_before,
    words_done,
    words_held,
)
from loopwright.source.nodes import Kinds

ASSEMBLER = "inline PTX is not translated"
OF_GROUPS = "a group of threads in a class is not translated"
_KINDS = {
    "threadIdx": "uint3",
    "blockIdx": "uint3",
    "blockDim": "dim3",
    "gridDim": "dim3",
    "dynamic_shared": "unsigned char *",
}


@dataclass(frozen=True)
class Methods:
    """``words``: what says that such a method is used, its name or that of its class; ``waiting``: the same for methods in which
    threads wait, which have no translation; ``refused``: for those with something else that has none, and why; ``reads``: index →
    how many of its dimensions they read; ``operators``: whether some are operators, which are used without any name."""

    words: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    reads: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    operators: bool = False

    def declarations(self) -> str:
        """The variables of the machine's thread."""
        return "".join(f"static thread_local {_KINDS[name]} {name};\n" for name in _KINDS if name in self.reads)


def methods_of(kinds: Kinds, indices: tuple[str, ...]) -> Methods:
    """Those of a file."""
    whole = waiting_methods(kinds)
    nodes = [node for node in kinds.of("function_definition") if is_method(node)]
    found = [(method_names(n), n, words_done(n)) for n in nodes if not (n.id in whole and is_static(n))]
    reads: dict[str, int] = {}
    words: set[str] = set()
    waiting = {name for node in nodes if node.id in whole for name in method_names(node)}
    refused: dict[str, str] = {}
    classes = [(plain_class(n.child_by_field_name("name")), words_held(n)) for n in kinds.of(*CLASSES)]
    of_groups = {name for name, held in classes if held & operations().groups}
    for names, node, said in found:
        for code in method_code(node):
            asked = dimensions_read(walk(code), indices) | ({"dynamic_shared": 1} if holds_dynamic(code) else {})
            words |= names if asked else set()
            reads |= {name: max(reads.get(name, 0), count) for name, count in asked.items()}
        if any(n.type == "gnu_asm_expression" for n in walk(node)):
            refused |= dict.fromkeys(names, ASSEMBLER)
        elif said & operations().group_makers or class_of(node) in of_groups:
            refused |= dict.fromkeys(names, OF_GROUPS)
    while more := {n for names, _, said in found if words & said for n in names} - words:
        words |= more
    while after := {
        n: refused[w] for names, _, said in found for w in refused.keys() & said for n in names - refused.keys()
    }:
        refused |= after
    while more := {name for name, held in classes if waiting & held} - waiting:
        waiting |= more
    operators = any(names <= words and is_operator(node) for names, node, _ in found)
    return Methods(frozenset(words), frozenset(waiting), reads, refused, operators)


def waiting_methods(kinds: Kinds) -> frozenset[int]:
    """The nodes of those in which threads wait, by themselves or in what they call."""
    table = operations()
    waits = {*table.barriers, *table.exchanges, "sync"}
    nodes = [n for n in kinds.of("function_definition") if n.child_by_field_name("body") is not None]
    functions = [(n, method_names(n), words_done(n), is_method(n)) for n in nodes if said_before(n, "__device__")]
    found: set[int] = set()
    while more := [f for f in functions if f[0].id not in found and waits & f[2]]:
        found |= {node.id for node, *_ in more}
        waits |= {name for _, names, *_ in more for name in names}
    return frozenset(node.id for node, *_, method in functions if method and node.id in found)
