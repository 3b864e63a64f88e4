"""Methods of classes that ask where their thread is, or for the block's memory: they read it from variables of the machine's thread,
which kernels that use them set. So does other code that is not called with arguments of ours: operators outside of classes, functions
whose default arguments ask, lambdas of the device in the host's code. Methods in which threads wait run for all threads at once, as functions do:
they are written as static ones first (:mod:`.static_methods`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from loopwright.cuda.read.block_memory import holds_dynamic
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.rewriting import dimensions_read, walk
from loopwright.cuda.spec import operations
from loopwright.lang.class_code import (
    ClassCode,
    code_of_function,
    code_of_lambdas,
    code_of_members,
    code_of_method,
    default_arguments,
    operands,
)
from loopwright.lang.method_heads import (
    CALL,
    CLASSES,
    is_method,
    is_operator,
    is_static,
    method_names,
    plain_class,
    said_before,
    words_done,
    words_held,
    words_of,
)
from loopwright.source.nodes import Kinds

ASSEMBLER = "inline PTX is not translated"
OF_GROUPS = "a group of threads in a class is not translated"
OF_LAUNCHES = "a launch in a method is not translated"
_UNNAMED = ("begin", "end", CALL)  # what a loop over a range calls, and what is called as a function
_KINDS = {
    "threadIdx": "uint3",
    "blockIdx": "uint3",
    "blockDim": "dim3",
    "gridDim": "dim3",
    "dynamic_shared": "unsigned char *",
}


@dataclass(frozen=True)
class Others:
    """``placed``: device code that is no method and finds its thread as methods do; ``handed``: functions that are told their thread
    where they are called, and how many dimensions of which index."""

    placed: Sequence[ClassCode] = ()
    handed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Methods:
    """``words``: what says that such a method is used, its name or that of its class; ``waiting``: the same for methods in which
    threads wait, which have no translation; ``refused``: for those with something else that has none, and why; ``reads``: index →
    how many of its dimensions they read; ``unnamed``: classes whose objects ask although no method is named, when they are made, end,
    are converted, gone through or met by an operator, and those that hold or derive from such; ``made``: the same when they are
    made or end alone."""

    words: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    reads: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    unnamed: frozenset[str] = frozenset()
    made: frozenset[str] = frozenset()
    of_program: bool = False  # other files of the program ask for the same thread

    def declarations(self) -> str:
        """The variables of the machine's thread."""
        kept = "inline" if self.of_program else "static"
        return "".join(f"{kept} thread_local {_KINDS[name]} {name};\n" for name in _KINDS if name in self.reads)


@dataclass(frozen=True)
class Callers:
    """Methods that call what has no translation. ``names``: what says that one is used that does, through others too, and why;
    ``bodies``: the nodes of those that do so themselves: they cannot be compiled."""

    names: Mapping[str, str] = field(default_factory=dict)
    bodies: Mapping[int, str] = field(default_factory=dict)


def methods_of(kinds: Kinds, indices: tuple[str, ...], others: Others, shared: frozenset[str] = frozenset()) -> Methods:
    """Those of a file. ``shared``: what files of the program share and that asks for its thread."""
    whole = waiting_methods(kinds)
    nodes = [node for node in kinds.of("function_definition") if is_method(node)]
    found = _parts(kinds, others, whole)
    reads: dict[str, int] = dict.fromkeys(indices, 3) if shared else {}
    words = set(shared)
    waiting = {name for node in nodes if node.id in whole for name in method_names(node)}
    refused: dict[str, str] = {}
    classes = [(plain_class(n.child_by_field_name("name")), words_held(n)) for n in kinds.of(*CLASSES)]
    of_groups = {name for name, held in classes if held & operations().groups}
    itself: set[int] = set()  # the nodes of those that ask in their own words
    for part in found:
        for code in part.code:
            asked = dimensions_read(walk(code), indices) | ({"dynamic_shared": 1} if holds_dynamic(code) else {})
            asked = widest(asked, *(others.handed[name] for name in others.handed.keys() & words_of(code)))
            words |= part.names if asked else set()
            itself |= {part.node.id} if asked else set()
            reads = widest(reads, asked)
        if any(n.type == "gnu_asm_expression" for n in walk(part.node)):
            refused |= dict.fromkeys(part.names, ASSEMBLER)
        elif part.said & operations().group_makers or part.owner in of_groups:
            refused |= dict.fromkeys(part.names, OF_GROUPS)
        elif any(n.type == "kernel_call_syntax" for n in walk(part.node)):
            refused |= dict.fromkeys(part.names, OF_LAUNCHES)
    unnamed = {name for name, _ in classes if name in shared}
    made = set(unnamed)
    while True:
        more = {n for part in found if words & part.said for n in part.names} - words
        before = len(unnamed) + len(made)
        asking = [part for part in found if part.node.id in itself or words & part.said]
        unnamed |= {part.owner for part in asking if part.names <= {part.owner, *_UNNAMED}}
        unnamed |= {name for name, held in classes if unnamed & held}
        made |= {part.owner for part in asking if part.names == {part.owner} and not is_operator(part.node)}
        made |= {name for name, held in classes if made & held}
        words |= more | unnamed
        if not more and len(unnamed) + len(made) == before:
            break
    while after := {n: refused[w] for p in found for w in refused.keys() & p.said for n in p.names - refused.keys()}:
        refused |= after
    while more := {name for name, held in classes if waiting & held} - waiting:
        waiting |= more
    return Methods(
        frozenset(words), frozenset(waiting), reads, refused, frozenset(unnamed), frozenset(made), bool(shared)
    )


def _parts(kinds: Kinds, others: Others, whole: Set[int]) -> list[ClassCode]:
    """What classes do, and what finds its thread as they do. ``whole``: methods in which threads wait; the static ones are functions."""
    nodes = [node for node in kinds.of("function_definition") if is_method(node)]
    found = [code_of_method(n) for n in nodes if not (n.id in whole and is_static(n))]
    return [*found, *code_of_members(kinds), *others.placed]


def callers_of(kinds: Kinds, others: Others, lost: Mapping[str, str]) -> Callers:
    """``lost``: the names of what has no translation, and why."""
    parts = _parts(kinds, others, waiting_methods(kinds))
    uses = [(part.names, part.said) for part in parts]
    uses += [
        (frozenset((plain_class(n.child_by_field_name("name")),)), frozenset(words_held(n))) for n in kinds.of(*CLASSES)
    ]
    names: dict[str, str] = {}
    known = dict(lost)
    while after := {n: known[w] for own, said in uses for w in sorted(known.keys() & said) for n in own - names.keys()}:
        names |= after
        known |= after
    bodies = {part.node.id: lost[name] for part in parts for name in sorted(lost.keys() & part.said)}
    return Callers(names, bodies)


def widest(*read: Mapping[str, int]) -> dict[str, int]:
    """Of each index the most dimensions that are read."""
    return {name: max(each.get(name, 0) for each in read) for name in {n for each in read for n in each}}


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


def others_of(
    kinds: Kinds, indices: tuple[str, ...], functions: Sequence[DeviceFunction], shared: frozenset[str] = frozenset()
) -> Others:
    """``functions``: those of the device in which no thread waits; ``shared``: what asks for its thread and is called in other files."""
    given = default_arguments(kinds)
    own = {function.name: [f for f in functions if f.name == function.name] for function in functions}
    asking = _asking(own, given, indices)
    placed = {
        name
        for name in asking.keys() & own.keys()
        if not (given[name].said if name in given else frozenset[str]()).isdisjoint((*indices, *asking))
        or name in shared
        or (name.startswith("operator") and any(operands(f.node, f.template_names) for f in own[name]))
    }
    handed = _asking({name: same for name, same in own.items() if name not in placed}, {}, indices)
    parts = [part for name in sorted(placed) for f in own[name] for part in code_of_function(f.node, f.template_names)]
    parts += [given[name] for name in sorted(placed & given.keys())]
    return Others((*parts, *code_of_lambdas(kinds)), handed)


def _asking(
    own: Mapping[str, Sequence[DeviceFunction]], given: Mapping[str, ClassCode], indices: tuple[str, ...]
) -> dict[str, dict[str, int]]:
    """The functions that ask for their thread, by themselves or in what they call, and what they ask for."""
    found: dict[str, dict[str, int]] = {}
    said: dict[str, set[str]] = {}
    for name, same in own.items():
        values = given[name].code if name in given else ()
        asked = widest(*(f.mentioned for f in same), *(dimensions_read(walk(value), indices) for value in values))
        if any(holds_dynamic(f.body) for f in same):
            asked["dynamic_shared"] = 1
        said[name] = {name, *(word for f in same for word in f.words), *(given[name].said if name in given else ())}
        if asked:
            found[name] = asked
    while True:
        after = {name: widest(*(found[word] for word in words & found.keys())) for name, words in said.items()}
        after = {name: asked for name, asked in after.items() if asked}
        if after == found:
            return found
        found = after
