"""Matrices of a warp (`wmma`): one object for each warp of the block, and its first thread does what the warp does.

How the elements of a fragment lie in the threads of a warp is not said in CUDA. What does the same with every element of a fragment is
the same wherever they lie: a loop over all of `f.x` is done by the first thread, too. What asks for single elements is left with a word that
is refused.

What loads or stores a matrix waits for all threads of the warp (PTX ISA, `wmma.load`): what the first does comes behind what the others did
before, and before what they do next. Where none of them uses memory in between there is nothing to wait for, and no word is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.read.device_function import arguments_of, called
from loopwright.cuda.read.names import last_part
from loopwright.cuda.read.rewriting import ancestors, condition_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import declared_name, said_before
from loopwright.lang.ways import Act, under_way
from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import spliced

PART = "__elements_of_threads"  # what has no translation
_BLOCK = "threads_of_block"
_RANK = f"{_BLOCK}.thread_rank()"
_FIRST = f"if ({_RANK} % 32 == 0) "
_WAIT = "__syncwarp();"
_OPERATIONS = {"fill_fragment": (0,), "load_matrix_sync": (0,), "store_matrix_sync": (1,), "mma_sync": (0, 1, 2, 3)}
_THREAD = frozenset(("threadIdx", "thread_rank", "thread_index", "asm", "__asm__"))
_MOVES = frozenset(("load_matrix_sync", "store_matrix_sync"))
_BARRIERS = frozenset(("__syncthreads", "__syncwarp", "__barrier_of_all"))
_WHOLE = frozenset(("expression_statement", "declaration", "return_statement"))
_COUNTS = frozenset(("num_elements", "num_storage_elements"))
_IN = frozenset(("subscript_expression", "pointer_expression", "parenthesized_expression"))
_BETWEEN = frozenset(("comment", "preproc_call"))
_FUNCTIONS = frozenset(("identifier", "qualified_identifier", "template_function"))


def with_whole_fragments(source: Source) -> Source:
    """``source`` with them written so; ``source`` itself where there are none."""
    if b"wmma" not in source.data:
        return source
    aliases = {
        text_of(name)
        for node in source.kinds.of("alias_declaration", "type_definition")
        if "fragment" in words_of_code(text_of(node.child_by_field_name("type")))
        for name in (node.child_by_field_name("name"), *node.children_by_field_name("declarator"))
        if name is not None
    }
    edits: list[tuple[int, int, str]] = []
    functions = source.kinds.of("function_definition")
    moving = _by_name(functions, {n.id for n in functions if _calls_of(n) & _MOVES})
    touching = _by_name(functions, {n.id for n in functions if _Memory(Variables(n)).is_used(n)})
    file = _File(frozenset(aliases), _asking(functions), moving, touching)
    for node in functions:
        if said_before(node, "__global__") or said_before(node, "__device__"):
            edits += _Function(node, file).edits()
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def _asking(functions: Sequence[Node]) -> frozenset[str]:
    """Names by which a text asks which thread it is worked out for, by itself or in functions of the file."""
    said = [
        (last_part(text_of(declared_name(n))), set(words_of_code(text_of(n.child_by_field_name("body")))))
        for n in functions
    ]
    found = set(_THREAD)
    while more := {name for name, words in said if words & found} - found:
        found |= more
    return frozenset(found)


def _by_name(functions: Sequence[Node], begin: Set[int]) -> frozenset[str]:
    """Names of the functions ``begin``, and of those that call one."""
    said = [(last_part(text_of(declared_name(n))), n) for n in functions]
    found = {name for name, node in said if node.id in begin}
    calls = [(name, _calls_of(node)) for name, node in said]
    while more := {name for name, names in calls if names & found} - found:
        found |= more
    return frozenset(found)


def _calls_of(node: Node) -> set[str]:
    return {called(n) for n in walk(node) if n.type == "call_expression"}


@dataclass(frozen=True)
class _File:
    """Names of a file. ``aliases``: types of fragments; ``asking``: what says which thread it is, functions that say it too;
    ``moving`` and ``touching``: functions that load or store matrices, and that use memory otherwise."""

    aliases: frozenset[str]
    asking: frozenset[str]
    moving: frozenset[str]
    touching: frozenset[str]


@dataclass
class _Function:
    """One function. ``fragments``: its variables that are fragments; ``first``: statements that the first thread of a warp does."""

    node: Node
    file: _File
    fragments: set[Variable] = field(default_factory=set)
    first: dict[int, Node] = field(default_factory=dict)
    refused: list[Node] = field(default_factory=list)

    def edits(self) -> list[tuple[int, int, str]]:
        """What is written in which place, in the function."""
        if any(n.type == "if_statement" and _is_of_first(n) for n in walk(self.node)):
            return []  # it is written so already
        self.variables = Variables(self.node)
        for variable in self.variables.all:
            words = {*words_of_code(variable.base)}
            of = self.variables.of(root) if (root := _root(variable.init)) is not None and variable.reference else None
            if "fragment" in words or words & self.file.aliases or of in self.fragments:
                self.fragments.add(variable)
        for call in [n for n in walk(self.node) if n.type == "call_expression"]:
            self._operation(call)
        for loop in [n for n in walk(self.node) if n.type == "for_statement"]:
            if self._is_over_elements(loop):
                self.first[loop.id] = loop
        for variable in self.fragments:
            for use in variable.uses:
                self._use(use)
        if self.refused:
            return [(n.start_byte, n.end_byte, PART) for n in self.refused]
        body = self.node.child_by_field_name("body")
        if body is None:
            return []
        waits = _Waits(*(under_way(body, self._act_of, backwards) for backwards in (False, True)))
        found = [*self._declarations(), *self._guards(waits)]
        if found:
            begins = body.start_byte + 1
            found.append((begins, begins, f" const auto {_BLOCK} = cooperative_groups::this_thread_block();"))
        return [*found, *self._waits_around_calls(body, waits)]

    # -- what the first thread of a warp does

    def _operation(self, call: Node) -> None:
        target = call.child_by_field_name("function")
        places = _OPERATIONS.get(called(call)) if target is not None and target.type in _FUNCTIONS else None
        if places is None:
            return
        given, statement = arguments_of(call), call.parent
        known = len(given) > max(places) and all(self._of(given[i]) is not None for i in places)
        if known and statement is not None and statement.type == "expression_statement":
            self.first[statement.id] = statement
        elif target is not None:
            self.refused.append(target)

    def _is_over_elements(self, loop: Node) -> bool:
        """Whether a loop does the same with every element of fragments, by what is one value for the warp."""
        counter = self._counter(loop)
        body = loop.child_by_field_name("body")
        if counter is None or body is None:
            return False
        elements = [n for n in walk(body) if n.type == "field_expression" and self._asks_for(n) == "x"]
        subscripts = {n.parent.id for n in elements if n.parent is not None and _subscript(n.parent, n) is not None}
        if not elements or any(n.parent is None or n.parent.id not in subscripts for n in elements):
            return False
        of_elements = [n.parent for n in elements if n.parent is not None]
        if any(self.variables.of(i) is not counter for e in of_elements if (i := _subscript(e, None)) is not None):
            return False
        within = {n.id for e in of_elements for n in walk(e)}
        others = [n for n in walk(body) if n.type == "identifier" and n.id not in within]
        if any(self.variables.of(n) is counter for n in others) or not self._is_of_warp(body):
            return False
        alike = all(self._is_uniform(n, loop) for n in others)
        return alike and self._changes_elements_alone(body, {e.id for e in of_elements})

    def _counter(self, loop: Node) -> Variable | None:
        """What counts from 0 to the number of a fragment's elements."""
        declared = [v for v in self.variables.all if v.declaration == loop.child_by_field_name("initializer")]
        if len(declared) != 1 or text_of(declared[0].init) != "0" or loop.child_by_field_name("condition") is None:
            return None
        asked, step = condition_of(loop), loop.child_by_field_name("update")
        bound = asked.child_by_field_name("right")
        left = asked.child_by_field_name("left")
        ends = asked.type == "binary_expression" and text_of(asked.child_by_field_name("operator")) in ("<", "!=")
        if not ends or left is None or bound is None or step is None or step.type != "update_expression":
            return None
        name, counted = declared[0].name, self.variables.of(left) is declared[0]
        all_of_them = bound.type == "field_expression" and self._asks_for(bound) in _COUNTS
        return declared[0] if counted and all_of_them and text_of(step) in (f"{name}++", f"++{name}") else None

    def _is_of_warp(self, node: Node) -> bool:
        """Whether a text does not ask which thread it is worked out for."""
        return self.file.asking.isdisjoint(words_of_code(text_of(node)))

    def _is_uniform(self, name: Node, loop: Node) -> bool:
        """Whether a name means the same for all threads of a warp."""
        variable = self.variables.of(name)
        if variable is None:
            return True
        if variable in self.fragments:
            return False
        if variable.declaration is not None and loop.start_byte <= variable.declaration.start_byte < loop.end_byte:
            return True
        if variable.parameter:
            return not variable.writes
        once = not variable.writes and not variable.taken and variable.init is not None
        if not once or variable.init is None or not self._is_of_warp(variable.init):
            return False
        return all(self._is_uniform(part, loop) for part in walk(variable.init) if part.type == "identifier")

    def _changes_elements_alone(self, body: Node, elements: set[int]) -> bool:
        """Whether a loop's body changes nothing but the elements and what it declares."""
        inner = {id(v) for v in self.variables.all if v.declaration is not None and _holds(body, v.declaration)}
        for node in walk(body):
            if node.type not in ("assignment_expression", "update_expression"):
                continue
            changed = node.child_by_field_name("left") or node.child_by_field_name("argument")
            variable = self.variables.of(changed) if changed is not None else None
            if changed is None or (changed.id not in elements and id(variable) not in inner):
                return False
        return not any(n.type in ("break_statement", "continue_statement", "return_statement") for n in walk(body))

    # -- uses of fragments

    def _of(self, node: Node | None) -> Variable | None:
        root = _root(node)
        variable = self.variables.of(root) if root is not None and root.type == "identifier" else None
        return variable if variable in self.fragments else None

    def _asks_for(self, member: Node) -> str:
        """The member of a fragment that is named, empty for what is no fragment's."""
        known = self._of(member.child_by_field_name("argument"))
        return text_of(member.child_by_field_name("field")) if known is not None else ""

    def _use(self, use: Node) -> None:
        """Let the first thread copy a fragment; refuse what is neither done by it nor handed to a function."""
        if any(a.id in self.first for a in ancestors(use, self.node)):
            return
        whole = use
        while whole.parent is not None and whole.parent.type in _IN:
            whole = whole.parent
        around = whole.parent
        if around is not None and around.type == "assignment_expression" and around.parent is not None:
            sides = (around.child_by_field_name("left"), around.child_by_field_name("right"))
            if all(self._of(side) is not None for side in sides) and around.parent.type == "expression_statement":
                self.first[around.parent.id] = around.parent
                return
        handed = around is not None and around.type == "argument_list"
        if not handed and not (around is not None and around.type == "init_declarator" and self._names_part(around)):
            self.refused.append(use)

    def _names_part(self, declarator: Node) -> bool:
        """Whether a declarator gives a fragment another name: `auto &f = fragments[i]`."""
        return any(
            v in self.fragments and v.reference and v.init is not None and _holds(declarator, v.init)
            for v in self.variables.all
        )

    # -- what is written

    def _declarations(self) -> Iterator[tuple[int, int, str]]:
        """Fragments of the block's warps, and the one of a thread's warp where one is used."""
        seen: set[int] = set()
        for variable in self.fragments:
            declaration = variable.declaration
            if variable.parameter or variable.reference or declaration is None:
                continue
            if declaration.id not in seen and not variable.shared:
                seen.add(declaration.id)
                yield declaration.start_byte, declaration.start_byte, "__shared__ "
            for declarator in declaration.children_by_field_name("declarator"):
                name = next((n for n in walk(declarator) if n.type == "identifier"), None)
                if name is not None and text_of(name) == variable.name:
                    yield name.end_byte, name.end_byte, "[32]"
            for use in variable.uses:
                yield use.end_byte, use.end_byte, f"[{_RANK} / 32]"

    def _act_of(self, node: Node) -> Act | None:
        """What a part does to the memory that threads of the warp show each other."""
        memory = _Memory(self.variables, self.first, self.file.moving, self.file.touching)
        if node.id in self.first:
            moves = bool(_calls_of(node) & _MOVES)
            return Act(asks=moves, ends=moves)
        if node.type.endswith(("statement", "clause")) and node.type not in _WHOLE:
            return None
        if node.type in _WHOLE and _calls_of(node) & self.file.moving:
            return Act(asks=True, ends=True, begins=memory.is_used(node))
        waits = any(called(n) in _BARRIERS and not arguments_of(n) for n in walk(node) if n.type == "call_expression")
        return Act(ends=waits, begins=memory.is_used(node))

    def _guards(self, waits: _Waits) -> Iterator[tuple[int, int, str]]:
        """The condition before statements that stand side by side, with where the warp waits."""
        done: set[int] = set()
        for statement in sorted(self.first.values(), key=lambda n: n.start_byte):
            if statement.id in done or any(a.id in self.first for a in ancestors(statement, self.node)):
                continue
            last, following = statement, statement
            while last.id not in waits.behind and (beside := following.next_sibling) is not None:
                if beside.id in waits.before or (beside.id not in self.first and beside.type not in _BETWEEN):
                    break
                following = beside
                if beside.id in self.first:
                    last = beside
                    done.add(beside.id)
            opens, closes = (_FIRST, "") if last == statement else (f"{_FIRST}{{ ", " }")
            yield from _around(statement, last, opens, closes, waits)

    def _waits_around_calls(self, body: Node, waits: _Waits) -> Iterator[tuple[int, int, str]]:
        """Where the warp waits for what functions of the file load and store."""
        wanted = (waits.before | waits.behind) - self.first.keys()
        for statement in (n for n in walk(body) if n.id in wanted):
            yield from _around(statement, statement, "", "", waits)


@dataclass(frozen=True)
class _Waits:
    """Statements, by their identity, before and behind which the threads of a warp wait."""

    before: Set[int]
    behind: Set[int]


@dataclass(frozen=True)
class _Memory:
    """Whether threads use memory that others see, but for what the first does. ``moving`` and ``touching``: functions of the file."""

    variables: Variables
    first: Mapping[int, Node] = field(default_factory=dict)
    moving: Set[str] = frozenset()
    touching: Set[str] = frozenset()

    def is_used(self, node: Node) -> bool:
        """Whether they do in ``node``."""
        if node.id in self.first:
            return False
        if node.type == "subscript_expression" and not self._is_own(node):
            return True
        if node.type in ("pointer_expression", "field_expression"):
            if text_of(node.child_by_field_name("operator")) in ("*", "->"):
                return True
        if node.type == "call_expression" and self._is_handed(node):
            return True
        known = self.variables.of(node) if node.type == "identifier" else None
        if known is not None and known.shared and not known.extents:
            return True
        return any(self.is_used(child) for child in node.named_children)

    def _is_own(self, element: Node) -> bool:
        """Whether an element is one of an array of the thread."""
        at: Node | None = element
        while at is not None and at.type == "subscript_expression":
            at = at.child_by_field_name("argument")
        known = self.variables.of(at) if at is not None and at.type == "identifier" else None
        return known is not None and bool(known.extents) and not (known.shared or known.parameter or known.pointers)

    def _is_handed(self, call: Node) -> bool:
        """Whether a function gets at memory."""
        name = called(call)
        if name in _MOVES or name in self.moving or name in operations().barriers:
            return False
        given = (self.variables.of(n) for a in arguments_of(call) for n in walk(a) if n.type == "identifier")
        return name in self.touching or any(v is not None and (v.pointers or v.shared) for v in given)


def _around(first: Node, last: Node, opens: str, closes: str, waits: _Waits) -> Iterator[tuple[int, int, str]]:
    """Text before and behind statements, and the words by which the warp waits there."""
    before = f"{_WAIT} " if first.id in waits.before else ""
    behind = f" {_WAIT}" if last.id in waits.behind else ""
    if (before or behind) and first.parent is not None and first.parent.type != "compound_statement":
        before, behind = f"{{ {before}", f"{behind} }}"
    if before or opens:
        yield first.start_byte, first.start_byte, before + opens
    if closes or behind:
        yield last.end_byte, last.end_byte, closes + behind


def _root(node: Node | None) -> Node | None:
    """The variable that an element or what a pointer leads to is named by."""
    while node is not None and node.type in _IN:
        node = node.child_by_field_name("argument") or (node.named_children[0] if node.named_children else None)
    return node


def _is_of_first(conditional: Node) -> bool:
    """Whether the first thread of a warp does an operation, or what it does with all elements, in a conditional of ours."""
    words = {*words_of_code(text_of(conditional))}
    return text_of(condition_of(conditional)).endswith("% 32 == 0") and bool(words & (_OPERATIONS.keys() | _COUNTS))


def _subscript(node: Node, of: Node | None) -> Node | None:
    """The one index of an element, where it is one of ``of``."""
    if node.type != "subscript_expression" or (of is not None and node.child_by_field_name("argument") != of):
        return None
    listed = node.child_by_field_name("indices")
    given = [n for n in (listed.named_children if listed is not None else ()) if n.type != "comment"]
    return bare(given[0]) if len(given) == 1 else None


def _holds(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte
