"""The functions of a CUDA file that run on the device, and what each needs of its surroundings."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Mapping, Sequence

from tree_sitter import Node

from loopwright.cuda.read.block_memory import file_memory
from loopwright.cuda.read.collectives import Collective, collective_of, templates_of_cub
from loopwright.cuda.read.device_definitions import MacrosAt, functions_in
from loopwright.cuda.read.device_function import (
    INDICES,
    WORDS,
    DeviceFunction,
    argument_type,
    arguments_of,
    called,
    template_arguments,
)
from loopwright.cuda.read.effects import doing_classes
from loopwright.cuda.read.macros import working_out
from loopwright.cuda.read.members import Members
from loopwright.cuda.read.methods import Callers, Methods, Others, callers_of, methods_of, others_of, waiting_methods
from loopwright.cuda.read.overloads import Signature, chosen
from loopwright.cuda.read.rewriting import ancestors, file_level, walk
from loopwright.cuda.read.variables import Variable, name_node, parameter_nodes, place_of
from loopwright.cuda.spec import operations
from loopwright.lang.bound_arguments import BoundArguments
from loopwright.lang.callees import last_name
from loopwright.lang.hiding import ScopedFunctions
from loopwright.lang.lookup import Lookup
from loopwright.lang.numbers import fundamental
from loopwright.lazily import cached_property
from loopwright.source.lexemes import without_remarks, words_of_code
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source

_NAMES_OF_FUNCTIONS = frozenset(("identifier", "template_function", "type_identifier", "template_type"))
_MAY_WAIT = frozenset(("call_expression", "expression_statement", "declaration"))
_PLAIN_TYPES = frozenset(("primitive_type", "sized_type_specifier", "type_identifier", "type_qualifier"))
# What a group that a function makes is made of, and what the grid's group is asked of in functions whose threads wait.
_MADE_OF = {"this_thread_block": ("blockDim",), "this_grid": INDICES}
_ASKED_WHERE_IT_WAITS = dict.fromkeys(("this_grid", "grid_group"), ("blockIdx", "gridDim"))


def _is_named_again(node: Node, variable: Variable) -> bool:
    """Whether a reference to a constant gets hold of a variable where its name stands: it shows behind a barrier what that holds then."""
    place = place_of(node, variable)
    made = place.parent if place is not None else None
    if (
        made is None
        or made.type != "init_declarator"
        or variable.shared
        or (variable.parameter and not variable.writes)
    ):
        return False
    declarator = made.child_by_field_name("declarator")
    return declarator is not None and declarator.type == "reference_declarator"


class DeviceCode:
    """All device functions of a file by name, with what they need through the functions they call. ``asking``: those that files of the
    program share and that ask for their thread, and methods (by what they are used)."""

    def __init__(self, source: Source, macros: MacrosAt | None = None, asking: frozenset[str] = frozenset()) -> None:
        self.root, self.kinds, self.asking = source.root, source.kinds, asking
        self.outside = list(file_level(self.root))  # a dozen questions are about what stands outside of functions
        self.functions = functions_in(self.outside, macros or {}, waiting_methods(self.kinds))
        self.by_name: dict[str, list[DeviceFunction]] = {}
        for function in self.functions:
            self.by_name.setdefault(function.name, []).append(function)
        self._synchronises: dict[int, bool] = {}
        self._context: dict[int, frozenset[str]] = {}
        self._waits: dict[int, list[int]] = {}
        self._callees: dict[int, list[DeviceFunction]] = {}
        self._called: dict[int, list[DeviceFunction]] = {}
        self._signatures: dict[int, Signature] = {}
        self._cub: dict[int, dict[str, str]] | None = {} if b"cub::" in source.data else None
        self.file_memory = file_memory(self.outside)
        self._bound = BoundArguments(self.kinds)
        for function in self.functions:
            for variable in function.variables.all:
                variable.taken += [node for node in variable.passed if self._by_reference(node)]
                variable.taken += [node for node in variable.uses if self._is_bound(node, variable)]
                if not variable.shared and not variable.reference:
                    variable.taken += [node for node in variable.within if self.members.changes(variable, node)]
        for function in self.functions:
            if any(variable.reference for variable in function.variables.all) and self.function_synchronises(function):
                for variable in function.variables.all:
                    variable.taken += [node for node in variable.uses if _is_named_again(node, variable)]

    @cached_property
    def _others(self) -> Others:
        of_device = [f for f in self.functions if f.kind == "device"]
        waiting = {f.name for f in of_device if self.function_synchronises(f)}
        return others_of(self.kinds, INDICES, [f for f in of_device if f.name not in waiting], self.asking)

    @cached_property
    def methods(self) -> Methods:
        """What methods ask for."""
        return methods_of(self.kinds, INDICES, self._others, self.asking)

    def callers_of(self, lost: Mapping[str, str]) -> Callers:
        """Methods that call what has no translation, ``lost``: names, and why."""
        return callers_of(self.kinds, self._others, lost) if lost else Callers()

    @cached_property
    def _placed(self) -> frozenset[int]:
        return frozenset(part.node.id for part in self._others.placed)

    def is_placed(self, function: DeviceFunction) -> bool:
        """Whether a function that is no method finds its thread as methods do."""
        return function.node.id in self._placed

    def _is_bound(self, name: Node, variable: Variable) -> bool:
        """Whether a function, an operator or an object gets hold of a variable where its name stands, and may change it."""
        place = place_of(name, variable)
        return place is not None and self._bound.may_change(place, "" if variable.pointers else variable.base)

    def _by_reference(self, argument: Node) -> bool:
        """Whether an argument can be changed by what is called."""
        listed = argument.parent
        while listed is not None and listed.type != "argument_list":
            argument, listed = listed, listed.parent
        if listed is None or listed.parent is None:
            return False
        if self._bound.may_change(argument, ""):
            return True
        name = called(listed.parent)
        if name in ("swap", "exchange", "tie", "ref", "forward_as_tuple"):
            return True
        at = [n.id for n in listed.named_children if n.type != "comment"].index(argument.id)
        known = [f.parameters[at] for f in self.by_name.get(name, ()) if at < len(f.parameters)]
        return any(p.reference and "const" not in p.head.split() for p in known)

    @cached_property
    def befriended(self) -> frozenset[str]:
        """Names that stand in declarations of friends."""
        friends = self.kinds.of("friend_declaration")
        return frozenset(text_of(n) for friend in friends for n in walk(friend) if n.type == "identifier")

    @cached_property
    def scoped(self) -> ScopedFunctions:
        """What the file declares in namespaces and classes."""
        return ScopedFunctions(self.root)

    def is_own(self, name: Node) -> bool:
        """Whether a name may mean a function of the file, not CUDA's."""
        at_top = (function for function in self.by_name.get(text_of(name), ()) if not function.namespace)
        return next(at_top, None) is not None or self.scoped.has(name)

    @cached_property
    def members(self) -> Members:
        """What the classes of the file do with their objects."""
        return Members(self.kinds, self._by_reference)

    @cached_property
    def taken_kernels(self) -> frozenset[str]:
        """Names of kernels that are passed on or kept in a pointer. Where several have one name, a cast says which the runtime is to
        launch or to tell of, so that all of them have the head that the cast names."""
        several = Counter(kernel.name for kernel in self.kernels)
        found = ((n, _plain_name(n)) for n in self.kinds.of(*_NAMES_OF_FUNCTIONS) if _plain_name(n) in several)
        kept = ((name, _is_value(n, "cuda") if several[name] > 1 else _is_value(n), n) for n, name in found)
        return frozenset(name for name, is_value, n in kept if is_value or _is_template_argument(n))

    @cached_property
    def taken_of_host(self) -> frozenset[str]:
        """Names of functions of the host that are passed on or kept in a pointer."""
        heads = (n.child_by_field_name("declarator") for n in self.kinds.of("function_declarator"))
        named = {text_of(name) for name in heads if name is not None and name.type == "identifier"} - set(self.by_name)
        found = (n for n in self.kinds.of("identifier") if text_of(n) in named)
        return frozenset(text_of(node) for node in found if _is_value(node))

    def is_one_function(self, launch: Node) -> bool:
        """Whether what is launched is, by its name and what stands behind it, one function that is given all its arguments."""
        kernel, function = self.kernel(called(launch)), launch.child_by_field_name("function")
        if kernel is None or function is None:
            return True
        alone = len([k for k in self.kernels if k.name == kernel.name]) == 1
        parameters = parameter_nodes(kernel.node)
        return alone and len(parameters) == len(arguments_of(launch)) and _all_given(kernel, function)

    @cached_property
    def named_kernels(self) -> frozenset[str]:
        """Names of kernels that stand somewhere else than at a launch: the runtime is asked about them, or they are kept."""
        names = {kernel.name for kernel in self.kernels}
        found = set()
        for node in self.kinds.of("identifier"):
            if text_of(node) not in names or node.parent is None:
                continue
            parent = node.parent if node.parent.type != "template_function" else node.parent.parent
            if parent is not None and parent.type in ("argument_list", "cast_expression", "pointer_expression"):
                found.add(text_of(node))
        return frozenset(found) | self.taken_kernels

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Other names that the file gives plain types: ``typedef unsigned char byte;``, ``using real = float;``."""
        found: dict[str, str] = {}
        for node in self.outside:
            if node.type == "type_definition":
                declared = node.children_by_field_name("declarator")
                kind = node.child_by_field_name("type")
                names = [text_of(d) for d in declared if d.type in ("type_identifier", "primitive_type")]
            elif node.type == "alias_declaration":
                names, kind = [text_of(node.child_by_field_name("name"))], node.child_by_field_name("type")
            else:
                continue
            if kind is not None and _is_plain(kind):
                found |= dict.fromkeys(names, " ".join(without_remarks(text_of(kind)).split()))
        return {name: _resolved(name, found) for name in found}

    @cached_property
    def bit_fields(self) -> frozenset[str]:
        """Names of members that are as wide as the file says in bits."""
        members = (n.parent for n in self.kinds.of("bitfield_clause"))
        return frozenset(text_of(d) for n in members if n is not None for d in n.children_by_field_name("declarator"))

    @cached_property
    def narrow_bit_fields(self) -> frozenset[str]:
        """Those that every member of the name is, of fewer bits than an `int` has: one where an operator reads them."""
        members = [d for n in self.kinds.of("field_declaration") for d in n.children_by_field_name("declarator")]
        other = {text_of(d) for d in members if not _is_narrow(d.next_named_sibling)}
        return self.bit_fields - other

    @cached_property
    def enumerations(self) -> frozenset[str]:
        """Names of the file's types of enumerators."""
        return frozenset(text_of(n.child_by_field_name("name")) for n in self.kinds.of("enum_specifier"))

    @cached_property
    def file_variables(self) -> dict[str, tuple[str, int]]:
        """The file's variables: name → type as written, and how many times it points or is indexed."""
        found: dict[str, tuple[str, int]] = {}
        for node in self.outside:
            kind = node.child_by_field_name("type") if node.type == "declaration" else None
            for declarator in node.children_by_field_name("declarator") if kind is not None else ():
                name = name_node(declarator)
                layers = [] if name is None else [n.type for n in ancestors(name, node)]
                if name is not None and "function_declarator" not in layers and text_of(kind) != "auto":
                    points = sum(t in ("pointer_declarator", "array_declarator") for t in layers)
                    found[text_of(name)] = text_of(kind), points
        return found

    @cached_property
    def working_out(self) -> frozenset[str]:
        """Macros that make a number of those that they are given and of nothing else."""
        return working_out(text_of(self.root)) if self.kinds.of("preproc_function_def") else frozenset()

    @property
    def kernels(self) -> list[DeviceFunction]:
        """In order."""
        return [function for function in self.functions if function.kind == "kernel"]

    def kernel(self, name: str) -> DeviceFunction | None:
        """The kernel of a name."""
        return next((function for function in self.kernels if function.name == name), None)

    @cached_property
    def launched_on_device(self) -> frozenset[str]:
        """Names of what threads launch."""
        return frozenset(called(launch) for function in self.functions for launch in function.launches)

    def device(self, name: str) -> list[DeviceFunction]:
        """Device functions of a name."""
        return [function for function in self.by_name.get(name, ()) if function.kind == "device"]

    @cached_property
    def _groups(self) -> frozenset[str]:
        """The names that the namespace of groups has in the file."""
        aliases = self.kinds.of("namespace_alias_definition")
        named = (a.named_children for a in aliases if text_of(a.named_children[-1]) == "cooperative_groups")
        return frozenset(("cooperative_groups", *(text_of(parts[0]) for parts in named)))

    def is_of_groups(self, call: Node) -> bool:
        """Whether a call names a function of CUDA's groups: `cg::reduce`, which a function of the file may be called too."""
        function = call.child_by_field_name("function")
        if function is None or function.type != "qualified_identifier":
            return False
        return text_of(function.child_by_field_name("scope")) in self._groups

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self.kinds)

    def callees(self, call: Node, function: DeviceFunction) -> list[DeviceFunction]:
        """The device functions that a call in ``function`` may mean: several where their template or the arguments' types decide."""
        known = self._callees.get(call.id)
        if known is None:
            known = self._callees[call.id] = self._meant(call, function) if called(call) in self.by_name else []
        return known

    def _meant(self, call: Node, function: DeviceFunction) -> list[DeviceFunction]:
        name, own = call.child_by_field_name("function"), self.device(called(call))
        if name is None or name.type == "field_expression" or function.variables.of(name) is not None:
            return []  # a method, or a lambda
        types = [argument_type(a, function, self.aliases) for a in arguments_of(call)]
        homes = {home for type in types if type is not None for home in self._lookup.homes(type[0])}
        for scopes in self._lookup.scopes(name):
            if found := [f for f in own if f.namespace in scopes]:
                if name.type != "qualified_identifier":
                    found += [f for f in own if f.namespace in homes and f not in found]
                break
        else:
            found = [] if name.type == "qualified_identifier" else own
        if template_arguments(call):
            found = [f for f in found if f.template]
        if len(found) > 1:
            signatures = {at: self._signature(f) for at, f in enumerate(found)}
            found = [found[at] for at in chosen(signatures, types)]
        return found

    def _signature(self, function: DeviceFunction) -> Signature:
        known = self._signatures.get(function.node.id)
        if known is None:
            known = self._signatures[function.node.id] = function.signature(self.aliases)
        return known

    def seen_from_outside(self, base: str, function: DeviceFunction) -> str:
        """How a type that ``function`` mentions is named outside its namespace."""
        around = (home for home in self._lookup.homes(base) if home and function.namespace[: len(home)] == home)
        home = max(around, key=len, default=())
        return "::".join((*home, base)) if "::" not in base else base

    def called_by(self, function: DeviceFunction) -> list[DeviceFunction]:
        """The device functions that one calls itself."""
        known = self._called.get(function.node.id)
        if known is None:
            calls = (n for n in function.inside if n.type == "call_expression")
            found = {f.node.id: f for call in calls for f in self.callees(call, function)}
            known = self._called[function.node.id] = list(found.values())
        return known

    def reached(self, function: DeviceFunction) -> list[DeviceFunction]:
        """The functions that one calls, through others too."""
        found: dict[int, DeviceFunction] = {}
        waiting = self.called_by(function)
        while waiting:
            after = [f for f in waiting if f.node.id not in found]
            found |= {f.node.id: f for f in after}
            waiting = [g for f in after for g in self.called_by(f)]
        return list(found.values())

    def beside_calls(self, function: DeviceFunction) -> frozenset[str]:
        """The words of a function without those that name it and the device functions that it calls."""
        calls = (n for n in function.inside if n.type == "call_expression" and self.callees(n, function))
        own = next((n for n in walk(function.node) if n.type in WORDS and text_of(n) == function.name), None)
        named = {
            name.id
            for name in (own, *(last_name(call.child_by_field_name("function")) for call in calls))
            if name is not None
        }
        return frozenset(text_of(n) for n in walk(function.node) if n.type in WORDS and n.id not in named)

    def uses_methods(self, function: DeviceFunction) -> bool:
        """Whether one may use, through others too, a method that asks where its thread is."""
        functions = (function, *self.reached(function))
        if any(map(self.is_placed, functions)):
            return True
        named = any(self.beside_calls(f) & self.methods.words for f in functions if f.words & self.methods.words)
        return named or any(self.objects_of(f) for f in functions)

    def objects_of(self, function: DeviceFunction) -> frozenset[str]:
        """The names of what may ask where its thread is although no method is named."""
        if not self.methods.unnamed:
            return frozenset()
        own = {v.name for v in function.variables.all if self.may_ask(v.base, function)}
        return frozenset(own | self.objects_that_ask & function.words)

    @cached_property
    def objects_that_ask(self) -> frozenset[str]:
        """Those of the file, and values of enumerations."""
        enumerations = (
            n for n in self.kinds.of("enum_specifier") if self.may_ask(text_of(n.child_by_field_name("name")))
        )
        values = (
            text_of(v.child_by_field_name("name")) for e in enumerations for v in walk(e) if v.type == "enumerator"
        )
        return frozenset((*(n for n, (kind, _) in self.file_variables.items() if self.may_ask(kind)), *values))

    def may_ask(self, kind: str, function: DeviceFunction | None = None) -> bool:
        """Whether objects of a type may ask where their thread is although no method is named. ``function``: where it is written."""
        return self._may_be_of(kind, self.methods.unnamed, function)

    def may_ask_when_made(self, kind: str, function: DeviceFunction) -> bool:
        """The same when they are made or end."""
        return self._may_be_of(kind, self.methods.made, function)

    @cached_property
    def _doing(self) -> frozenset[str]:
        return doing_classes(self.kinds, self.functions)

    @cached_property
    def acting(self) -> frozenset[str]:
        """Classes whose objects may ask where their thread is, or do something, although no method is named."""
        return self.methods.unnamed | self._doing

    def may_act(self, kind: str, function: DeviceFunction) -> bool:
        """Whether a type may be one of these."""
        return self._may_be_of(kind, self.acting, function)

    def names_acting(self, name: str) -> bool:
        """Whether a name that no function declares is of such an object, or of a value that may be one."""
        kind = self.file_variables.get(name)
        return name in self.objects_that_ask or (kind is not None and self._may_be_of(kind[0], self.acting, None))

    def may_do_more(self, nodes: Sequence[Node], function: DeviceFunction) -> bool:
        """Whether objects that ``nodes`` of a function name, or types, may do something where they stand although nothing of them is called."""
        if not self._doing:
            return False
        words = {text_of(n) for node in nodes for n in walk(node) if n.type in WORDS}
        kinds = [v.base for v in function.variables.all if v.name in words]
        kinds += [kind for name, (kind, _) in self.file_variables.items() if name in words]
        named = words.union(*map(words_of_code, kinds))
        named |= {word for name in named for word in words_of_code(self.aliases.get(name, name))}
        unknown = (*self._other_names, *function.template_names, *function.names_of_class, "decltype")
        return not named.isdisjoint((*self._doing, *unknown))

    def _may_be_of(self, kind: str, classes: frozenset[str], function: DeviceFunction | None) -> bool:
        if not classes or fundamental(kind):
            return False
        words = {word for name in words_of_code(kind) for word in words_of_code(self.aliases.get(name, name))}
        unknown = (*function.template_names, *function.names_of_class) if function is not None else ()
        return not words.isdisjoint((*classes, *self._other_names, *unknown, "auto", "decltype"))

    @cached_property
    def _other_names(self) -> frozenset[str]:
        """Names that the file gives types which are not plain: they may stand for any class."""
        plain = self.aliases.keys()
        found = (text_of(n.child_by_field_name("name")) for n in self.kinds.of("alias_declaration"))
        declared = (d for n in self.kinds.of("type_definition") for d in n.children_by_field_name("declarator"))
        return frozenset({*found, *map(text_of, declared)} - plain)

    def uses_block_memory(self, function: DeviceFunction) -> bool:
        """Whether one may use, through others too, shared memory that is declared outside it, or has some."""
        functions = (function, *self.reached(function))
        return any(f.words & self.file_memory or any(v.shared for v in f.variables.all) for f in functions)

    def synchronises(self, call: Node, function: DeviceFunction) -> bool:
        """Whether a device function that ``function`` calls waits for other threads."""
        return any(map(self.function_synchronises, self.callees(call, function)))

    def function_synchronises(self, function: DeviceFunction) -> bool:
        """The same for one function."""
        known = self._synchronises.get(function.node.id)
        if known is None:
            self._synchronises[function.node.id] = False  # a recursion adds nothing
            known = bool(self._places(function))
            self._synchronises[function.node.id] = known
        return known

    def waits_in(self, node: Node, function: DeviceFunction) -> bool:
        """Whether threads wait for each other somewhere in ``node``, a part of ``function``'s body."""
        places = self._waits.get(function.node.id)
        if places is None:
            places = self._waits[function.node.id] = self._places(function)
        at = bisect.bisect_left(places, node.start_byte)
        return at < len(places) and places[at] < node.end_byte

    def waits_between(self, before: Node, after: Node, function: DeviceFunction) -> bool:
        """Whether threads wait somewhere behind the one and before the other, in the text."""
        self.waits_in(function.body, function)
        places = self._waits[function.node.id]
        at = bisect.bisect_left(places, before.end_byte)
        return at < len(places) and places[at] < after.start_byte

    def last_wait(self, function: DeviceFunction) -> int:
        """Where the last of these places begins, -1 for none."""
        self.waits_in(function.body, function)
        places = self._waits[function.node.id]
        return places[-1] if places else -1

    def _places(self, function: DeviceFunction) -> list[int]:
        may = (node for node in function.inside if node.type in _MAY_WAIT)
        return sorted(node.start_byte for node in may if self.is_operation(node, function))

    def is_operation(self, node: Node, function: DeviceFunction) -> bool:
        """Whether ``node`` is where threads of the block wait for each other."""
        if node.type == "call_expression":
            name, table = called(node), operations()
            if name in table.barriers or name in table.exchanges or name in table.lane_groups:
                return True
            target = node.child_by_field_name("function")
            if self.collective(node, function) is not None:
                return True
            if target is not None and target.type == "field_expression":
                return name in table.methods or name == "sync"
            if name in ("sync", "reduce") and target is not None and target.type == "qualified_identifier":
                return True
            if name in table.group_functions and self.is_of_groups(node):
                return True
            return self.synchronises(node, function)
        return self.is_in_step(node, function)

    def collective(self, call: Node, function: DeviceFunction) -> Collective | None:
        """What a call of a primitive of CUB is."""
        if self._cub is None:
            return None
        known = self._cub.get(function.node.id)
        if known is None:
            known = self._cub[function.node.id] = self._cub_of_file | templates_of_cub(function.inside)
        return collective_of(call, known)

    @cached_property
    def _cub_of_file(self) -> dict[str, str]:
        return templates_of_cub(self.outside)

    def is_in_step(self, node: Node, function: DeviceFunction) -> bool:
        """Whether ``node`` is a statement that counts on warps that are in step."""
        return function.lockstep.holds(node)

    def context(self, function: DeviceFunction) -> frozenset[str]:
        """Which of threadIdx, blockIdx, blockDim, gridDim and dynamic shared memory it needs, by itself or in calls; the specialisations
        of a template need all that one of them needs, as their heads are one."""
        known = self._context.get(function.node.id)
        if known is None:
            together = self._of_one_template(function)
            self._context |= {each.node.id: frozenset[str]() for each in together}
            found = frozenset[str]().union(*map(self._needed, together))
            self._context |= {each.node.id: found for each in together}
            known = found
        return known

    def _of_one_template(self, function: DeviceFunction) -> list[DeviceFunction]:
        """The functions whose heads are that of one template with a function's: itself, where nothing of its name is specialised."""
        named = [
            f for f in self.by_name.get(function.name, ()) if f.kind == "device" and f.namespace == function.namespace
        ]
        is_one = function.kind == "device" and any(
            f.specialised or f.template.replace(" ", "") == "template<>" for f in named
        )
        return [f for f in named if f.template or f.node.id == function.node.id] if is_one else [function]

    def _needed(self, function: DeviceFunction) -> set[str]:
        if self.is_placed(function):
            return set()
        found = {name for name in INDICES if name in function.words}
        if function.kind == "device":
            made = _ASKED_WHERE_IT_WAITS if self.function_synchronises(function) else _MADE_OF
            found |= {name for word, names in made.items() if word in function.words for name in names}
        if any(v.dynamic for v in function.variables.all):
            found.add("dynamic_shared")
        if function.kind == "kernel" and "dynamic_shared" in self.methods.reads and self.uses_methods(function):
            found.add("dynamic_shared")
        for other in self.called_by(function):
            found |= self.context(other)
        return found


def _is_plain(kind: Node) -> bool:
    """Whether a type is a name, and what is said with it."""
    parts = kind.named_children if kind.type == "type_descriptor" else [kind]
    return all(n.type in _PLAIN_TYPES for n in parts if n.type != "comment")


def _resolved(name: str, aliases: Mapping[str, str]) -> str:
    """What a name stands for in the end; one that stands for itself is left alone."""
    seen = {name}
    while (following := aliases.get(name)) is not None and following not in seen:
        seen.add(following)
        name = following
    return name


def _all_given(function: DeviceFunction, name: Node) -> bool:
    """Whether a function's name says all arguments of its template, if it has one."""
    if not function.template:
        return True
    listed = next((n for n in walk(name) if n.type == "template_argument_list"), None)
    given = len([n for n in listed.named_children if n.type != "comment"]) if listed is not None else 0
    return "..." not in function.template and given == len(function.template_names)


def _plain_name(node: Node) -> str:
    return text_of(node).split("<")[0].strip()


def _is_template_argument(node: Node) -> bool:
    """Whether a function's name, which the grammar takes for a type there, is an argument of a template."""
    parent = node.parent
    while parent is not None and parent.type in ("type_descriptor", "template_type", "qualified_identifier"):
        node, parent = parent, parent.parent
    return parent is not None and parent.type == "template_argument_list"


def _is_value(node: Node, asking: str = "cudaLaunchKernelEx") -> bool:
    """Whether a function's name stands where a value does, of the arguments of CUDA's own functions only in those that begin so."""
    parent = node.parent
    while parent is not None and parent.type in (
        "qualified_identifier",
        "template_function",
        "parenthesized_expression",
    ):
        node, parent = parent, parent.parent
    if parent is None or parent.type.endswith("declarator"):
        return parent is not None and parent.type == "init_declarator" and parent.child_by_field_name("value") == node
    if parent.type == "call_expression":
        return parent.child_by_field_name("function") != node
    while parent is not None and parent.type in (
        "cast_expression",
        "pointer_expression",
        "argument_list",
        "call_expression",
    ):
        if parent.type == "call_expression" and called(parent).startswith(("cuda", "checkCudaErrors")):
            return called(parent).startswith(asking)
        parent = parent.parent
    return parent is not None and parent.type not in (
        "template_argument_list",
        "friend_declaration",
        "function_definition",
    )


def _is_narrow(clause: Node | None) -> bool:
    """Whether what stands behind a member makes it a bit field of fewer bits than an `int` has."""
    width = text_of(clause.named_children[0]) if clause is not None and clause.type == "bitfield_clause" else ""
    return width.isdecimal() and int(width) < 32
