"""Copies to shared memory that go on beside the threads: they are done where they are asked for, a legal time for each.

What a group copies its first thread copies, and waiting for a copy is waiting for the group. Pipelines and barriers of libcu++ hold nothing
then. One of a thread is gone, one of all threads of the block is a barrier where it is waited for: all of them have to come there, so
:data:`OF_ALL` may not stand where threads part. A phase that some threads arrive at and others wait for, pipelines with
producers and consumers, and what is not followed are left with a word that is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.read.device_function import arguments_of, called
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.lang.method_heads import declared_name, said_before
from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import bare, may_hold, text_of
from loopwright.source.syntax import Source, parse

OF_ALL = "__barrier_of_all"  # what all threads of the block wait at, whatever way they came
PART = "__barrier_of_some"  # what has no translation
_CALLS = (b"memcpy_async", b"cuda::barrier", b"pipeline", b"cooperative_groups")
# A function that says none of these, and no name of the file for a type of libcu++, has none of its objects and asks nothing of one.
_SAID = (b"memcpy_async", b"cuda", b"pipeline", b"arrive", b"wait", b"producer", b"consumer")
_ARRIVES, _WAITS = "arrive", "wait"
_STAGES = {"producer_acquire": True, "producer_commit": False, "consumer_wait": True, "consumer_release": False}
_OWN_METHODS = frozenset(("arrive_and_wait", "arrive_and_drop", *_STAGES))  # that tell what they are by their names
_OF_PIPELINES = {"pipeline_consumer_wait_prior": True, "pipeline_producer_commit": False}
_GROUPS = frozenset(("cg", "cooperative_groups"))
_THREADS = ("blockDim.x", "blockDim.x*blockDim.y", "blockDim.x*blockDim.y*blockDim.z")
_IN = frozenset(("subscript_expression", "pointer_expression", "parenthesized_expression"))
_STATEMENTS = frozenset(("expression_statement", "declaration"))


def with_plain_copies(source: Source) -> Source:
    """``source`` with such copies done where they stand; ``source`` itself where there are none."""
    if not any(word in source.data for word in _CALLS):
        return source
    functions = source.kinds.of("function_definition")
    file = _File(_aliases(source), frozenset(text_of(declared_name(n)).split("::")[-1] for n in functions))
    edits: dict[tuple[int, int], str] = {}
    asking = (*_SAID, *(name.encode() for name in file.kinds))
    for node in functions:
        if may_hold(node, asking) and (said_before(node, "__global__") or said_before(node, "__device__")):
            edits |= _Function(node, file).edits()
    data = source.data
    for start, end in sorted(edits, reverse=True):
        lines = data[start:end].count(b"\n") * "\n" if not edits[start, end] else ""
        data = data[:start] + (edits[start, end] or lines).encode() + data[end:]
    return parse(data, source.name, source.language) if edits else source


@dataclass(frozen=True)
class _File:
    """``kinds``: names of the file for types of libcu++; ``functions``: those that it defines."""

    kinds: Mapping[str, str]
    functions: Set[str]


@dataclass(frozen=True)
class _Object:
    """A variable of libcu++. ``waits``: what stands for waiting at it, nothing for one of a thread, ``None`` for what is not followed."""

    kind: str
    waits: str | None


def _aliases(source: Source) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in source.kinds.of("alias_declaration", "type_definition"):
        kind = _kind_of_words(words_of_code(text_of(node.child_by_field_name("type"))), shared=False)
        names = [node.child_by_field_name("name"), *node.children_by_field_name("declarator")]
        found |= {text_of(name): kind for name in names if name is not None and kind}
    return found


def _kind_of_words(words: Set[str] | list[str] | tuple[str, ...], shared: bool) -> str:
    if "pipeline_shared_state" in words:
        return "state"
    if "cuda" not in words:
        return ""
    if "pipeline" in words:
        return "pipeline" if "thread_scope_thread" in words else "pipeline of many"
    return "barrier" if "barrier" in words and (shared or "thread_scope_block" in words) else ""


def _scope(call: Node) -> str:
    """What stands before the name of a function that is called."""
    named = call.child_by_field_name("function")
    return (
        text_of(named.child_by_field_name("scope"))
        if named is not None and named.type == "qualified_identifier"
        else ""
    )


def _root(node: Node | None) -> Node | None:
    """The variable that an element or what a pointer leads to is named by."""
    while node is not None and node.type in _IN:
        node = node.child_by_field_name("argument") or (node.named_children[0] if node.named_children else None)
    return node


@dataclass
class _Function:
    """One function: what it has of libcu++, and what becomes of it."""

    node: Node
    file: _File
    objects: dict[int, _Object] = field(default_factory=dict)  # by the identity of the variable
    done: set[int] = field(default_factory=set)  # uses of them that are followed
    gone: dict[int, Node] = field(default_factory=dict)  # statements that are nothing any more
    tokens: set[int] = field(default_factory=set)
    found: dict[tuple[int, int], str] = field(default_factory=dict)

    def edits(self) -> dict[tuple[int, int], str]:
        """What is written in which place, in the function."""
        self.variables = Variables(self.node)
        for variable in self.variables.all:
            if (known := self._object(variable)) is not None:
                self.objects[id(variable)] = known
        calls = [n for n in walk(self.node) if n.type == "call_expression"]
        self._find_tokens(calls)
        for call in calls:
            self._call(call)
        for variable in self.variables.all:
            self._declaration(variable)
        self._empty()
        made = self.found | {(n.start_byte, n.end_byte): self._instead(n) for n in self.gone.values()}
        return {at: made[at] for at in made if not any(o != at and o[0] <= at[0] and at[1] <= o[1] for o in made)}

    # -- what is an object of libcu++

    def _object(self, variable: Variable) -> _Object | None:
        kind = self.file.kinds.get(variable.base) or _kind_of_words(words_of_code(variable.base), variable.shared)
        made = variable.init if variable.init is not None and variable.init.type == "call_expression" else None
        if made is not None and called(made) == "make_pipeline":
            return _Object("pipeline", self._waits_of(made))
        if kind == "pipeline of many":
            return _Object("pipeline", None)
        if kind:
            return _Object(kind, f"{OF_ALL}()" if kind == "barrier" else "")
        root = _root(variable.init) if variable.base == "auto" or variable.reference else None
        of = self.variables.of(root) if root is not None else None
        return self.objects.get(id(of)) if of is not None else None

    def _waits_of(self, made: Node) -> str | None:
        """What stands for waiting at a pipeline."""
        given = arguments_of(made)
        if not given:
            return ""
        if len(given) != 2:
            return None
        self._follow(given[1])
        group = self.variables.of(given[0])
        told = text_of(group.init) if group is not None and group.init is not None else text_of(given[0])
        if group is not None and group.parameter:
            told = group.head
        whole = "this_thread_block" in told or "thread_block" in words_of_code(told)
        return f"{OF_ALL}()" if whole else f"{text_of(given[0])}.sync()"

    def _of(self, node: Node | None) -> _Object | None:
        root = _root(node)
        variable = self.variables.of(root) if root is not None and root.type == "identifier" else None
        return self.objects.get(id(variable)) if variable is not None else None

    def _follow(self, node: Node | None) -> None:
        root = _root(node)
        if root is not None:
            self.done.add(root.id)

    # -- calls

    def _call(self, call: Node) -> None:
        name, given, target = called(call), arguments_of(call), call.child_by_field_name("function")
        if target is not None and target.type == "field_expression":
            self._method(call, name, given, target.child_by_field_name("argument"))
        elif name in self.file.functions:
            return
        elif name == "memcpy_async":
            self._copy(call, given)
        elif name == "__pipeline_memcpy_async" and len(given) == 3:
            self._put(call, f"memcpy({', '.join(map(text_of, given))})")
        elif name in ("__pipeline_commit", "__pipeline_wait_prior"):
            self._put(call, "")
        elif name in ("wait", "wait_prior") and _scope(call) in _GROUPS and len(given) == 1:
            self._put(call, f"{text_of(given[0])}.sync()")
        elif name in _OF_PIPELINES and given and (known := self._of(given[0])) is not None:
            if known.waits is not None:
                for each in given:
                    self._follow(each)
                self._put(call, known.waits if _OF_PIPELINES[name] else "")
        elif (
            name == "init" and len(given) == 2 and (known := self._of(given[0])) is not None and known.kind == "barrier"
        ):
            self._follow(given[0])
            count = text_of(given[1])
            whole = self._is_whole(given[1])
            self._put(call, "" if whole else f"if (({count}) != {_THREADS[2].replace('*', ' * ')}) __trap()")

    def _copy(self, call: Node, given: list[Node]) -> None:
        """What is copied when: a group's copy by its first thread, a thread's by itself."""
        last = self._of(given[-1]) if given else None
        alone = last is None
        if last is not None and last.waits is not None:
            self._follow(given[-1])
            given = given[:-1]
        if (alone and (len(given) != 4 or _scope(call) == "cuda")) or len(given) not in (3, 4):
            return
        to, of, size = given[-3:]
        length = arguments_of(size)[0] if size.type == "call_expression" and called(size) == "aligned_size_t" else size
        copied = f"memcpy({text_of(to)}, {text_of(of)}, {text_of(length)})"
        first = f"if ({text_of(given[0])}.thread_rank() == 0) " if len(given) == 4 else ""
        self._put(call, first + copied)

    def _is_whole(self, count: Node) -> bool:
        """Whether a number is that of the threads of a block."""
        if count.type == "call_expression" and called(count) in ("size", "num_threads") and not arguments_of(count):
            target = count.child_by_field_name("function")
            group = target.child_by_field_name("argument") if target is not None else None
            variable = self.variables.of(group) if group is not None else None
            made = text_of(variable.init) if variable is not None and variable.init is not None else text_of(group)
            return "this_thread_block" in made or (
                variable is not None and "thread_block" in words_of_code(variable.head)
            )
        return "".join(text_of(count).split()) in _THREADS

    def _method(self, call: Node, name: str, given: list[Node], receiver: Node | None) -> None:
        known = self._of(receiver)
        if known is None or known.waits is None:
            if (
                known is not None or (name in _OWN_METHODS and name not in self.file.functions)
            ) and receiver is not None:
                self.found[receiver.start_byte, receiver.end_byte] = PART
            return
        if known.kind == "pipeline" and name in _STAGES and not given:
            self._follow(receiver)
            self._put(call, known.waits if _STAGES[name] else "")
        elif known.kind == "barrier" and self._is_waiting(name, given):
            self._follow(receiver)
            self._put(call, known.waits)
        elif known.kind == "barrier" and name == _ARRIVES and call.id in self.tokens:
            self._follow(receiver)

    def _is_waiting(self, name: str, given: list[Node]) -> bool:
        return (
            not given if name == "arrive_and_wait" else name == _WAITS and len(given) == 1 and self._is_token(given[0])
        )

    # -- tokens of a phase

    def _find_tokens(self, calls: list[Node]) -> None:
        """Arrivals that are waited for by the thread that arrived: what they give is kept in a variable, or handed on at once."""
        for call in calls:
            if called(call) != _WAITS or len(arguments_of(call)) != 1:
                continue
            given = _moved(arguments_of(call)[0])
            if given.type == "call_expression" and called(given) == _ARRIVES:
                self.tokens.add(given.id)
        for variable in self.variables.all:
            init = variable.init
            if init is None or init.type != "call_expression" or called(init) != _ARRIVES or variable.extents:
                continue
            if self._of(_receiver(init)) is None or variable.writes or not variable.uses:
                continue
            if all(self._is_waited_for(use) for use in variable.uses) and variable.declaration is not None:
                self.tokens.add(init.id)
                self.objects[id(variable)] = _Object("token", "")
                self.done |= {use.id for use in variable.uses}

    def _is_token(self, node: Node) -> bool:
        given = _moved(node)
        if given.id in self.tokens:
            return True
        known = self._of(given)
        return known is not None and known.kind == "token"

    def _is_waited_for(self, use: Node) -> bool:
        at = use.parent
        while at is not None and at.type not in _STATEMENTS:
            if at.type == "call_expression" and called(at) == _WAITS:
                given = arguments_of(at)
                return len(given) == 1 and _moved(given[0]) == use and self._of(_receiver(at)) is not None
            at = at.parent
        return False

    # -- what is written

    def _put(self, call: Node, text: str) -> None:
        """Write ``text`` for a call that is a statement; one that is part of another is left."""
        statement = call.parent
        if statement is None or statement.type != "expression_statement":
            self.found[call.start_byte, call.end_byte] = PART
        elif not text:
            self.gone[statement.id] = statement
        else:
            alone = statement.parent is not None and statement.parent.type == "compound_statement"
            whole = text if alone or not text.startswith("if") else f"{{ {text}; }}"
            end = statement.end_byte if whole.endswith("}") else call.end_byte
            self.found[call.start_byte, end] = whole

    def _declaration(self, variable: Variable) -> None:
        """A variable that nothing asks for any more is gone; what is made of one otherwise than by a function of the file is not followed."""
        known = self.objects.get(id(variable))
        if known is None:
            return
        left = [use for use in variable.uses if use.id not in self.done]
        for use in left:
            if known.waits is None or not self._is_handed_on(use):
                self.found[use.start_byte, use.end_byte] = PART
        declaration = variable.declaration
        if left or variable.parameter or declaration is None or declaration.type != "declaration":
            if left and variable.init is not None and known.kind == "pipeline" and declaration is not None:
                self._begins_empty(variable, known, declaration)
            return
        others = [v for v in self.variables.all if v.declaration == declaration and v is not variable]
        if all(id(v) in self.objects and all(u.id in self.done for u in v.uses) for v in others):
            self.gone[declaration.id] = declaration
            for node in walk(declaration):
                if node.type == "identifier":
                    self.done.add(node.id)

    def _begins_empty(self, variable: Variable, known: _Object, declaration: Node) -> None:
        empty = known.waits == "" and not any(
            v.declaration == declaration for v in self.variables.all if v is not variable
        )
        whole = f"cuda::pipeline<cuda::thread_scope_thread> {variable.name};" if empty else f"{PART};"
        self.found[declaration.start_byte, declaration.end_byte] = whole

    def _is_handed_on(self, use: Node) -> bool:
        """Whether a function of the file is handed it."""
        at = use.parent
        while at is not None and at.type in _IN:
            at = at.parent
        call = at.parent if at is not None and at.type == "argument_list" else None
        if call is not None and call.type == "call_expression":
            return called(call) in self.file.functions
        return False

    def _empty(self) -> None:
        """A conditional that does nothing any more is gone too."""
        grown = True
        while grown:
            grown = False
            for node in self._around_gone():
                self.gone[node.id] = node
                grown = True

    def _around_gone(self) -> Iterator[Node]:
        for node in list(self.gone.values()):
            around = node.parent
            if around is None or around.id in self.gone:
                continue
            if (
                around.type == "compound_statement"
                and around.parent is not None
                and around.parent.type == "if_statement"
            ):
                if all(n.id in self.gone for n in around.named_children):
                    yield around
            elif around.type == "if_statement" and around.child_by_field_name("alternative") is None:
                asked = around.child_by_field_name("condition")
                acts = (
                    [n for n in walk(asked) if n.type in ("assignment_expression", "update_expression")]
                    if asked
                    else []
                )
                calls = [n for n in walk(asked) if n.type == "call_expression"] if asked else []
                if not acts and all(called(n) == "thread_rank" for n in calls):
                    yield around

    def _instead(self, node: Node) -> str:
        """What stands for a statement that is gone."""
        around = node.parent
        return "" if around is not None and around.type == "compound_statement" else "{}"


def _receiver(call: Node) -> Node | None:
    target = call.child_by_field_name("function")
    return target.child_by_field_name("argument") if target is not None and target.type == "field_expression" else None


def _moved(node: Node) -> Node:
    """What `std::move` is given."""
    node = bare(node)
    if node.type == "call_expression" and called(node) == "move" and len(arguments_of(node)) == 1:
        return bare(arguments_of(node)[0])
    return node
