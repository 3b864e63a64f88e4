"""What stands in a CUDA file around its kernels: declarations, launches, methods and functions of the host."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.cuda.analyse.vary import context_names
from loopwright.cuda.ir.code import (
    GONE,
    NOTHING,
    Code,
    Form,
    Quoted,
    Rule,
    form,
    inside,
    joined,
    quoted,
    renamed,
    spelled,
    tokens,
    words,
)
from loopwright.cuda.ir.functions import AnyHead, Head, Parameter, prototype, with_defaults
from loopwright.cuda.lower.conversions import Conversions, device_part, is_device_part
from loopwright.cuda.lower.declarations import (
    device_variable,
    dynamic_pointer,
    is_on_a_side,
    needs_inline,
    thread_local,
    without_sides,
)
from loopwright.cuda.lower.device import with_context
from loopwright.cuda.lower.host import HostCode, kernel_of_another_file
from loopwright.cuda.read.block_memory import (
    is_block_memory,
    is_device_variable,
    is_dynamic,
    is_texture_reference,
)
from loopwright.cuda.read.device_definitions import declared_function
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called, is_launch
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.headers import is_replaced
from loopwright.cuda.read.launches import BY_POINTER, Shape, chosen, launched_function
from loopwright.cuda.read.rewriting import ancestors, walk
from loopwright.cuda.read.variables import default_value, name_node, parameter_nodes
from loopwright.lang.declarators import is_constant_method
from loopwright.lang.lookup import namespace_of
from loopwright.lang.method_heads import CLASSES, declared_name, is_static, method_names, parts_of
from loopwright.lang.numbers import Constant
from loopwright.lazily import cached_property
from loopwright.source.lexemes import code_within
from loopwright.source.nodes import nearest, stored, text_of

_FRIEND = ("friend_declaration",)
_ON_DEVICE = ("__global__", "__device__")
# What a call is part of where no function hands it what it asks for.
_PARTS = ("function_definition", "field_declaration", "optional_parameter_declaration")

Qualified = tuple[tuple[str, ...], str]  # the namespaces around a function, its name


@dataclass(frozen=True)
class Known:
    """What was found out of a file before: ``functions``, the code that stands in the place of nodes; ``heads`` of the functions
    of a name; ``shapes`` of kernels, ``left_out`` those without a translation and why, ``takes_block`` those that are told the
    size of a block, all by node; ``outside``: variables and methods that other files know; ``declared``: functions without a body."""

    code: DeviceCode
    host: HostCode
    functions: Mapping[int, Code]
    heads: Mapping[Qualified, Sequence[AnyHead]]
    shapes: Mapping[int, Shape]
    left_out: Mapping[int, str]
    takes_block: frozenset[int]
    outside: frozenset[str]
    declared: frozenset[str]
    whole: frozenset[str]  # names of whole numbers
    value: Callable[[str, int], Constant | None]  # of an expression at a place, where the compiler knows it
    captures: bool
    asks_launches: bool  # what a captured launch was given is asked or changed
    brought: Callable[[str], str | None]  # the text of the program's header of an include line
    hidden: Mapping[str, str]  # functions of ours that the file's hide: how they are called there
    broken: Mapping[int, str]  # methods that call what has no translation, by node, and why


class Surroundings:
    """The rule for the nodes of one file."""

    def __init__(self, known: Known) -> None:
        self.known, self.code, self.host = known, known.code, known.host

    def rule(self, node: Node) -> Code | None:
        """What becomes of a node, ``None`` to look at its parts."""
        written = self.known.functions.get(node.id)
        if written is not None:
            return written
        kind = node.type
        if kind == "preproc_include":
            return NOTHING if is_replaced(text_of(node), self.known.brought(text_of(node))) else None
        if kind == "preproc_call" and "unroll" in text_of(node):
            return NOTHING
        if kind == "template_instantiation" and any(word in text_of(node) for word in _ON_DEVICE):
            return NOTHING  # whoever uses it in this file instantiates it; its translation has other parameters
        if declared := declared_function(node):
            return self._declaration(node, declared)
        if kind == "field_declaration" and "__device__" in text_of(node) and (name := text_of(declared_name(node))):
            if (heads := self.known.heads.get((namespace_of(node), name))) is not None and is_static(node):
                return joined("\n", [prototype(self._with_values(head, node)) for head in heads])
        if is_block_memory(node):
            return dynamic_pointer(node) if is_dynamic(node) else thread_local(node, self.host.rule)
        on_device = kind == "declaration" and (is_device_variable(node) or is_texture_reference(node))
        if on_device and not is_in_function(node):
            outside = bool(self.known.outside & set(declared_variables(node)))
            return device_variable(node, self.host.rule, outside)
        if kind == "call_expression" and is_launch(node):
            return self._launch(node)
        if kind == "call_expression" and (context := self._told(node)):
            given = [quoted(argument, self.rule) for argument in arguments_of(node)]
            return form("{}({})", quoted(node.children[0], self.rule), joined(", ", [*context, *given]))
        if kind == "call_expression" and called(node) in BY_POINTER:
            return self._launch_by_pointer(node)
        kept = kernel_behind_void(node)
        if kept is not None and _plain_name(kept) in self.code.taken_kernels:
            return form("lw_kernel_of({})", quoted(chosen(kept), self.host.rule))
        if kind == "function_definition" and is_on_a_side(node):
            return self._function(node)
        if kind == "lambda_expression" and is_device_part(node):
            return inside(node, self._converted(node))
        return self.host.rule(node)

    def _told(self, call: Node) -> Sequence[str]:
        """What a function of the device is told of its thread where a method or a default argument calls it."""
        name = call.child_by_field_name("function")
        if name is None or name.type == "field_expression" or not self.code.methods.reads:
            return ()
        around = list(ancestors(call, self.code.root))
        part = next((a for a in around if a.type in _PARTS or is_device_part(a)), None)
        if part is None or (part.type == "function_definition" and not is_device_part(part)):
            return ()
        owner = next((a for a in around if a.type in CLASSES), None)
        if owner is not None and any(called(call) in method_names(part) for part, _ in parts_of(owner)):
            return ()
        told = {tuple(context_names(function, self.code)) for function in self.code.device(called(call))}
        return next(iter(told)) if len(told) == 1 else ()

    def _converted(self, node: Node) -> Rule:
        """The rule for a part of the device that stands among code of the host."""
        return Conversions(device_part(node), self.code, self.known.whole, self.known.value).rule(self.rule)

    def _declaration(self, node: Node, name: str) -> Code:
        """A kernel or device function that is declared."""
        if friends := self._friends(node, name):
            return friends
        heads = self.known.heads.get((namespace_of(node), name))
        if heads is not None and not self._is_only_specialised(name):
            inner = next((n for n in walk(node) if n.type == "declaration"), node)
            own = {tuple(tokens(prototype(head))): head for head in heads}
            return joined("\n", [prototype(self._with_values(head, inner)) for head in own.values()])
        code = inside(node, self.host.rule)
        if "__global__" in text_of(node):
            return kernel_of_another_file(node, code)
        specialised = self.code.by_name.get(name, ()) if heads is not None else ()
        return with_context(code, specialised[0], self.code) if specialised else code

    def _friends(self, node: Node, name: str) -> Code | None:
        """Kernels, and functions in which threads wait, that a class declares as its friends; ``None`` where it does not, or where they are
        those of another file."""
        friend = next((n for n in (nearest(node, _FRIEND), *walk(node)) if n is not None and n.type in _FRIEND), None)
        owner = nearest(friend, CLASSES) if friend is not None else None
        while owner is not None and (outer := nearest(owner, CLASSES)) is not None:
            owner = outer
        scope, name, written = _named_places(name)
        found = (
            (self.known.heads.get((place, name)) for place in _looked_into(owner, scope)) if owner is not None else ()
        )
        heads = next(filter(None, found), None)
        if not heads or not all(isinstance(head, Head) for head in heads):
            return None  # what keeps its head is declared as it was
        given = parameter_nodes(next((n for n in walk(node) if n.type == "declaration"), node))
        own = [head for head in heads if isinstance(head, Head) and "template" in words(head.before)]
        if node.type != "template_declaration":  # `friend` stands before it
            if "<" in written:
                begun = spelled(f"void {written}")
                return joined(
                    "\nfriend ", [prototype(replace(h, before=begun)) for h in self._as_given(own, name, given)]
                )
            plain = [head for head in heads if "template" not in words(head.before)]
            meant = [head for head in plain if _takes(head, given)] or plain or heads
            if written != name:
                meant = [replace(h, before=spelled(f"void {written}")) if isinstance(h, Head) else h for h in meant]
            return joined("\nfriend ", [prototype(head) for head in meant])
        template = text_of(node.child_by_field_name("parameters"))
        begun = spelled(f"template {template} friend void {written}")
        own = self._as_given(own, name, given)
        return joined("\n", [prototype(replace(head, before=begun)) for head in own]) if own else None

    def _as_given(self, own: list[Head], name: str, given: Sequence[Node]) -> list[Head]:
        """The heads of templates of a kernel as a declaration of friends writes their parameters: `A<U>`, not `A<T>`."""
        same = all(len(f.parameters) == len(given) for f in self.code.by_name[name] if f.template)
        if len(own) != 1 or not given or not same:
            return own
        said = tuple(Parameter(quoted(each, self.host.rule)) for each in given)
        return [replace(own[0], parameters=(*own[0].parameters[: -len(given)], *said))]

    def _with_values(self, head: AnyHead, declaration: Node) -> AnyHead:
        """A head with the default arguments that a declaration gives."""
        given = map(default_value, parameter_nodes(declaration))
        return with_defaults(head, [None if value is None else quoted(value, self.rule) for value in given])

    def _is_only_specialised(self, name: str) -> bool:
        """Whether of a template that is declared only explicit specialisations are defined."""
        return all(f.template.replace(" ", "") == "template<>" for f in self.code.by_name[name])

    def _function(self, node: Node) -> Code:
        """A function of the host that is one of the device too, or a method."""
        body, head = node.child_by_field_name("body"), without_sides(node)
        if body is None:  # `= default`, `= delete`
            return Quoted(node, head)
        method = is_device_part(node)
        names = method_names(node) if method else set()
        if self.code.methods.waiting & names:
            return Quoted(node, {**head, body.id: spelled('{ throw std::logic_error("threads wait in it"); }')})
        reasons = [self.code.methods.refused[name] for name in names if name in self.code.methods.refused]
        if reasons := [*reasons, *(self.known.broken[i] for i in (node.id,) if i in self.known.broken)]:
            parts = {n.id: GONE for n in node.children if n.type == "field_initializer_list"}
            return Quoted(node, {**head, **parts, body.id: spelled(f'{{ throw std::logic_error("{reasons[0]}"); }}')})
        own: Rule = self.rule
        if method:
            own = self._converted(node)
            head = {**head, **{n.id: quoted(n, own) for n in node.children if n.type == "field_initializer_list"}}
            values = (v for p in parameter_nodes(node) if (v := default_value(p)) is not None)
            head = {**head, **{v.id: quoted(v, own) for v in values}}
        code = Quoted(node, {**head, body.id: renamed(quoted(body, own), self.known.hidden)})
        # Where it is not known of the program that it asks for its thread, other files are to miss it.
        told = names & self.code.methods.words <= self.code.asking
        shared = told and text_of(declared_name(node)) in self.known.outside
        return form("inline {}", code) if needs_inline(node) and not is_in_class(node) and not shared else code

    def _launch(self, node: Node) -> Code:
        if any(child.type == "ERROR" for child in node.children):  # what is launched was not read: a compiler says so
            return inside(node, self.rule)
        name = called(node)
        kernel = self.code.kernel(name)
        if kernel is not None and kernel.node.id in self.known.left_out:
            return refusal(name, self.known.left_out[kernel.node.id])
        if any(map(is_device_part, ancestors(node, self.code.root))):
            return refusal(name, "a launch in a lambda or a method of the device is not translated")
        takes_block = kernel is None or kernel.node.id in self.known.takes_block
        takes_bytes = kernel is None or self._takes_bytes(kernel)
        if self.known.captures:
            way = "lw_submit_kernel" if self.known.asks_launches and takes_block and takes_bytes else "lw_submit"
            return captured_launch(
                node, takes_block, takes_bytes, self.rule, way if self.code.is_one_function(node) else ""
            )
        launched = launch_call(node, takes_block, takes_bytes, self.rule, in_turn=self._asks_order(node))
        done = [form("(void)({}), ", quoted(part, self.rule)) for part in self._done_beside(node, takes_bytes)]
        return form("({}{})", joined("", done), launched) if done else launched

    def _done_beside(self, node: Node, takes_bytes: bool) -> list[Node]:
        """What a launch says of bytes and of its stream, which the function does not take, and what does something: it sets a variable or
        calls what may do so."""
        given = _configuration_nodes(node)[3 if takes_bytes else 2 :]
        return [part for part in given if self._acts(part)]

    def _asks_order(self, node: Node) -> bool:
        """Whether it matters that the sizes of a launch are worked out before its arguments: one of both changes what the other asks, or
        both do something. A call has no order of its arguments."""
        sizes, own = _configuration_nodes(node)[:3], arguments_of(node)
        if any(map(self._acts, sizes)) and any(map(self._acts, own)):
            return True
        if (any(map(self._reaches_out, sizes)) and _named(own)) or (any(map(self._reaches_out, own)) and _named(sizes)):
            return True
        return not (_changed(sizes).isdisjoint(_named(own)) and _changed(own).isdisjoint(_named(sizes)))

    def _acts(self, part: Node) -> bool:
        return any(self._does_something(n) for n in walk(part))

    def _does_something(self, node: Node) -> bool:
        if node.type == "call_expression":
            return called(node).rpartition(".")[2] in self._functions
        return node.type in ("update_expression", "assignment_expression")

    def _reaches_out(self, part: Node) -> bool:
        """Whether a part of a launch calls a function of the file that changes more than what is its own."""
        return any(n.type == "call_expression" and called(n) in self._changing for n in walk(part))

    @cached_property
    def _changing(self) -> frozenset[str]:
        """Functions of the file that assign to, or count, what they did not declare, or reach through a pointer or a reference."""
        nodes = (n for n in self.code.kinds.of("function_definition") if _changes_others(n))
        return frozenset(text_of(name).rpartition("::")[2] for n in nodes if (name := declared_name(n)) is not None)

    @cached_property
    def _functions(self) -> frozenset[str]:
        """What the file defines of functions, and of methods that may change their object."""
        nodes = (n for n in self.code.kinds.of("function_definition") if not is_constant_method(n))
        return frozenset(text_of(name).rpartition("::")[2] for n in nodes if (name := declared_name(n)) is not None)

    def _takes_bytes(self, kernel: DeviceFunction) -> bool:
        return self.known.shapes[kernel.node.id].asks_bytes or "dynamic_shared" in self.code.context(kernel)

    def _launch_by_pointer(self, node: Node) -> Code | None:
        """``cudaLaunchKernel(function, grid, block, arguments, …)`` of a kernel of the program."""
        function, given = launched_function(node), arguments_of(node)[1:]
        name = text_of(function).split("<")[0].split("::")[-1].strip()
        kernel = self.code.kernel(name)
        if kernel is None and name not in self.known.declared:
            return None
        if kernel is None or self._takes_bytes(kernel):
            way = "launch_shared"
        else:
            way = "launch_block" if kernel.node.id in self.known.takes_block else "launch_grid"
        if kernel is not None and kernel.node.id in self.known.left_out:
            return form("({}, cudaSuccess)", refusal(name, self.known.left_out[kernel.node.id]))
        launched, arguments = quoted(chosen(function), self.host.rule), [quoted(each, self.host.rule) for each in given]
        if called(node) == "cudaLaunchCooperativeKernel":
            return form(
                "launch_together([&](auto... lw_given) {{ return {}({}, lw_given...); }}, {})",
                way,
                launched,
                joined(", ", arguments),
            )
        return form("{}({})", way, joined(", ", [launched, *arguments]))


def _named_places(name: str) -> tuple[tuple[str, ...], str, str]:
    """What a declared name says before its last part, that part without arguments of a template, and the whole as it is written. A name that
    begins with `::` says the file itself first."""
    written = name.replace(" ", "")
    *scope, last = written.partition("<")[0].split("::")
    return tuple(scope), last, written


def _looked_into(owner: Node, scope: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The namespaces that a friend of a class may be of: the one around it, or what the name says, from inside to outside."""
    around = namespace_of(owner)
    if not scope:
        yield around
    elif not scope[0]:
        yield scope[1:]
    else:
        yield from ((*around[:depth], *scope) for depth in range(len(around), -1, -1))


def _takes(head: AnyHead, given: Sequence[Node]) -> bool:
    """Whether the last parameters of a head are of the types that a declaration gives."""
    if not isinstance(head, Head) or not given or len(head.parameters) < len(given):
        return False
    own = [[t for t in tokens(p.declared) if t != p.name] for p in head.parameters[-len(given) :]]
    return own == [_type_tokens(each) for each in given]


def _type_tokens(parameter: Node) -> list[str]:
    name = name_node(parameter.child_by_field_name("declarator"))
    return [each.text for each in code_within(text_of(parameter)) if name is None or each.text != text_of(name)]


def _named(parts: Sequence[Node]) -> set[str]:
    return {text_of(n) for part in parts for n in walk(part) if n.type == "identifier"}


def _changes_others(function: Node) -> bool:
    """Whether a function assigns to, or counts, what is no variable of its own that holds a value."""
    own: set[str] = set()
    changed = _changed([function])
    for node in walk(function) if changed else ():
        if node.type in ("declaration", "parameter_declaration"):
            declared = (node.child_by_field_name("declarator"), *node.children_by_field_name("declarator"))
            plain = (
                d.child_by_field_name("declarator") or d if d.type == "init_declarator" else d for d in declared if d
            )
            own |= {text_of(d) for d in plain if d.type == "identifier"}
    return not changed <= own


def _changed(parts: Sequence[Node]) -> set[str]:
    """The variables that expressions assign to or count."""
    targets = (stored(n) for part in parts for n in walk(part))
    return _named([target for target in targets if target is not None])


def launch_call(node: Node, takes_block: bool, takes_bytes: bool, rule: Rule, *, in_turn: bool = False) -> Form:
    """``kernel<<<grid, block, bytes, stream>>>(…)`` as a call; its arguments keep their lines. ``in_turn``: its sizes are worked out
    before them."""
    listed = node.child_by_field_name("arguments")
    if in_turn and listed is not None:
        names = ["lw_grid", *(["lw_block"] if takes_block else []), *(["lw_bytes"] if takes_bytes else [])]
        kinds = {"lw_grid": "dim3", "lw_block": "dim3", "lw_bytes": "size_t"}
        heads = ", ".join(f"{kinds[name]} {name}" for name in names)
        passed = joined(", ", [*map(spelled, names), *(quoted(argument, rule) for argument in arguments_of(node))])
        first = joined(", ", _sizes(node, takes_block, takes_bytes, rule))
        return form("[&]({}) {{ {}({}); }}({})", heads, _launched(node, rule), passed, first)
    if listed is None or not listed.children:
        return form("{}({})", _launched(node, rule), joined(", ", _given(node, takes_block, takes_bytes, rule)))
    sizes, own = joined(", ", _sizes(node, takes_block, takes_bytes, rule)), arguments_of(node)
    given = (
        (own[0].id, form("{}, {}", sizes, quoted(own[0], rule))) if own else (listed.children[0].id, form("({}", sizes))
    )
    return form("{}{}", _launched(node, rule), Quoted(listed, {**inside(listed, rule).holes, given[0]: given[1]}))


def captured_launch(node: Node, takes_block: bool, takes_bytes: bool, rule: Rule, way: str) -> Form:
    """The same where its stream may be captured. ``way``: what takes a function that its name alone tells; empty where it does not."""
    parts = _configuration(node, rule)
    if len(parts) < 4:
        return launch_call(node, takes_block, takes_bytes, rule)
    name, given = _launched(node, rule), joined(", ", _given(node, takes_block, takes_bytes, rule))
    if way:
        return form("{}({}, {}, {})", way, parts[3], name, given)
    return form("lw_submit_any({}, [](auto... p) {{ {}(p...); }}, {})", parts[3], name, given)


def _given(node: Node, takes_block: bool, takes_bytes: bool, rule: Rule) -> list[Code]:
    """What the function is called with: the sizes, and the kernel's arguments."""
    sizes = _sizes(node, takes_block, takes_bytes, rule)
    return [*sizes, *(quoted(argument, rule) for argument in arguments_of(node))]


def _sizes(node: Node, takes_block: bool, takes_bytes: bool, rule: Rule) -> list[Code]:
    """Of the launch's sizes those that the function takes."""
    parts = _configuration(node, rule)
    grid, block, bytes = [*parts, *map(spelled, ("1", "1", "0")[len(parts) :])][:3]
    return [grid, *([block] if takes_block else ()), *([bytes] if takes_bytes else ())]


def _configuration(node: Node, rule: Rule) -> list[Code]:
    """What stands between ``<<<`` and ``>>>``."""
    return [quoted(child, rule) for child in _configuration_nodes(node)]


def _configuration_nodes(node: Node) -> list[Node]:
    syntax = next(child for child in node.children if child.type == "kernel_call_syntax")
    return [child for child in syntax.named_children if child.type != "comment"]


def _launched(node: Node, rule: Rule) -> Code:
    function = node.child_by_field_name("function")
    return quoted(function, rule) if function is not None else spelled(called(node))


def kernel_behind_void(node: Node) -> Node | None:
    """The kernel's name in ``(void *)kernel``, ``reinterpret_cast<const void *>(&kernel)``."""
    if node.type == "cast_expression":
        kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    elif node.type == "call_expression":
        function, arguments = node.child_by_field_name("function"), arguments_of(node)
        if function is None or function.type != "template_function" or len(arguments) != 1:
            return None
        if text_of(function.child_by_field_name("name")) not in ("reinterpret_cast", "static_cast"):
            return None
        kind, value = next(iter(function.children[-1].named_children), None), arguments[0]
    else:
        return None
    if kind is None or "".join(w for w in text_of(kind).split() if w != "const").replace("const", "") != "void*":
        return None
    while value is not None and value.type in ("pointer_expression", "parenthesized_expression", "cast_expression"):
        value = value.child_by_field_name("argument") or value.child_by_field_name("value") or value.named_children[-1]
    return value if value is not None and value.type in ("identifier", "template_function") else None


def refusal(name: str, reason: str) -> Form:
    """What a launch of a kernel without a translation does."""
    told = reason.replace("\\", "\\\\").replace('"', '\\"')
    return spelled(f'throw std::logic_error("{name} has no CPU translation: {told}")')


def declared_variables(node: Node) -> list[str]:
    """What a declaration declares."""
    inner = (
        next((n for n in walk(declarator) if n.type == "identifier"), None)
        for declarator in node.children_by_field_name("declarator")
    )
    return [text_of(name) for name in inner if name is not None]


def variables_of_device(root: Node) -> frozenset[str]:
    """Variables at file level that live on the device and may be written there."""
    return frozenset(
        name
        for node in root.named_children
        if node.type == "declaration" and is_device_variable(node) and "__constant__" not in text_of(node)
        for name in declared_variables(node)
    )


def is_in_function(node: Node) -> bool:
    """Whether something stands inside a function."""
    parent = node.parent
    while parent is not None and parent.type != "function_definition":
        parent = parent.parent
    return parent is not None


def is_in_class(node: Node) -> bool:
    """Whether something stands inside a class."""
    return node.parent is not None and any(
        a.type == "field_declaration_list" for a in (node.parent, *ancestors(node.parent, node.parent))
    )


def _plain_name(node: Node) -> str:
    return text_of(node).split("<")[0].strip()
