"""A whole CUDA file → a C++ file for a CPU."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from tree_sitter import Node

from loopwright.cuda.ir.plan import Unsupported
from loopwright.cuda.lower.conversions import Conversions
from loopwright.cuda.lower.copies import needless_copies
from loopwright.cuda.lower.device import QUALIFIERS, Rules, prototype_of, without_qualifiers
from loopwright.cuda.lower.direct import takes_direct, with_direct
from loopwright.cuda.lower.host import (
    canonical_function,
    captured_launch,
    is_cuda_header,
    is_device_variable,
    is_sample_header,
    kernel_behind_void,
    kernel_of_another_file,
    launch_call,
    own_alias,
    variable_declaration,
    with_defaults,
)
from loopwright.cuda.lower.lowering import Demands, KernelLowering, Lowered, WaitingFunction
from loopwright.cuda.passes import ON_CODE, ON_SOURCE, ON_TEXT, lower_kernel
from loopwright.cuda.print.support import support_for
from loopwright.cuda.read.block_memory import (
    dynamic_pointer,
    is_block_memory,
    is_dynamic,
    thread_local,
)
from loopwright.cuda.read.conditionals import decided
from loopwright.cuda.read.definitions import Included, nothing_included
from loopwright.cuda.read.functions import (
    DeviceCode,
    DeviceFunction,
    MacrosAt,
    arguments_of,
    called,
    declared_function,
    declared_functions,
    defined_functions,
    is_launch,
)
from loopwright.cuda.read.launches import (
    BY_POINTER,
    Launch,
    Shape,
    constant_names,
    launched_function,
    launches_by_pointer,
    launches_of,
    macros_beside,
    positive_names,
    shape_of,
)
from loopwright.cuda.read.lost import Lost, lost_kernels
from loopwright.cuda.read.macros import with_actions_written_out, written_out
from loopwright.cuda.read.methods import is_method, method_names
from loopwright.cuda.read.misread import with_plain_casts
from loopwright.cuda.read.ranks import with_plain_ranks
from loopwright.cuda.read.rewriting import Rule, ancestors, file_level, inside, rewritten, walk
from loopwright.cuda.read.variables import default_value, parameter_nodes
from loopwright.cuda.spec import operations
from loopwright.lang.declarators import Declarator, read_declarator, type_of_declarator
from loopwright.lang.numbers import fundamental
from loopwright.lazily import cached_property
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse


@dataclass(frozen=True)
class View:
    """What nvcc sees beside the file: ``defined``, the macros of the command line, and the headers that stay outside;
    ``origins``: for each line of the text its file and line, nothing where it is one file."""

    defined: Mapping[str, str | None] = field(default_factory=dict)
    included: Included = nothing_included
    origins: Sequence[tuple[Path, int]] = ()


@dataclass(frozen=True)
class KernelTranslation:
    """One kernel, the ``number``-th of its name (overloads, specialisations).
    ``text`` is its C++ function, ``None`` where ``reason`` says why there is none; ``at`` is the byte
    offset that the reason is about, ``warnings`` are (offset, sentence). ``direct``: it is written twice
    (:mod:`.lower.direct`); ``takes_block``: its function is told the size of a block, as it is unless all launches agree on one."""

    name: str
    function: DeviceFunction
    text: str | None
    shape: Shape
    dynamic: bool
    reason: str = ""
    at: int = 0
    warnings: tuple[tuple[int, str], ...] = ()
    direct: bool = False
    takes_block: bool = False
    takes_bytes: bool = False
    number: int = 0


@dataclass(frozen=True)
class FileTranslation:
    """``source`` is the file that was read (macros that hide CUDA written out), ``text`` the C++ file."""

    source: Source
    text: str
    kernels: tuple[KernelTranslation, ...]
    launches: tuple[Launch, ...]
    code: DeviceCode
    broken: frozenset[int] = frozenset()  # syntax nodes of device functions that have no translation
    direct: Mapping[str, str] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()
    lost: tuple[Lost, ...] = ()
    view: View = field(default_factory=lambda: View())

    def kernel(self, name: str, number: int = 0) -> KernelTranslation | None:
        """By name, of several the ``number``-th."""
        return next((k for k in self.kernels if (k.name, k.number) == (name, number)), None)

    @cached_property
    def constants(self) -> dict[str, int]:
        """Names of whole numbers that the compiler knows behind a place in the file."""
        return constants_of(self.source.tree.root_node, self.view)


def constants_of(root: Node, view: View) -> dict[str, int]:
    """The whole numbers that a file, its command line and its headers name."""
    return constant_names(root, macros_beside(root, view.defined, view.included))


class Translator:
    """Translates one file. Never raises for what stands in it: what cannot be translated is told with the kernel."""

    def __init__(
        self,
        source: Source,
        launches: list[Launch] | None = None,
        direct: Mapping[str, str] | None = None,
        shared: frozenset[str] = frozenset(),
        view: View | None = None,
        eager: bool = False,
    ) -> None:
        self.direct, self.shared, self.view = direct or {}, shared, view or View()
        told = decided(source.text, self.view.defined, self.view.included)
        self.differing = told.differing
        text = told.text
        for of_text in ON_TEXT:
            text = of_text.run(text)
        read = _readable(source, text)
        for of_source in ON_SOURCE:
            read = of_source.run(read)
        self.source, self.root = read, read.tree.root_node
        self.code = DeviceCode(self.root, told.macros)
        self._make_plain(told.macros)
        self.declared = declared_functions(self.root)
        constants = self._constants()
        self.launches = _launches(self.root, constants) if launches is None else launches
        if b"cooperative_groups" in self.source.data:
            self._ask_plainly(told.macros, launches is None)
        macros = frozenset(
            text_of(n.child_by_field_name("name"))
            for n in file_level(self.root)
            if n.type in ("preproc_def", "preproc_function_def")
        )
        macros |= told.names
        device_variables = self.code.file_memory | {
            name
            for node in self.root.named_children
            if node.type == "declaration" and is_device_variable(node) and "__constant__" not in text_of(node)
            for name in _declared_names(node)
        }
        self.twins = self._with_callers(told.twins)
        taken = {text_of(n) for n in walk(self.root) if n.type == "identifier"}
        on_device = {name: _fresh(f"{name}_on_device", taken) for name in self.twins}
        self.rules = Rules(
            self.code,
            frozenset(device_variables),
            macros,
            frozenset(constants),
            on_device,
            eager,
            positive=self._positive(),
        )
        self.shapes = {k.node.id: self._shape(k) for k in self.code.kernels}
        # What is declared with `extern` is another file's, or shown to it.
        self._outside = {
            name
            for node in file_level(self.root)
            if node.type == "declaration" and text_of(node).startswith("extern") and is_device_variable(node)
            for name in _declared_names(node)
        }
        self.uses_torch = _TORCH.search(self.source.text) is not None
        # A launch into a stream that is captured, here or in another file, happens later.
        self.captures = any(CAPTURES in known for known in (source.text, self.shared))
        self.left_out: dict[int, str] = {}
        self.takes_block: set[int] = set()
        self.broken: set[int] = set()

    def translate(self) -> FileTranslation:
        """The translation."""
        kernels, texts, prototypes = self._lower()
        if not self.left_out:
            texts |= needless_copies(self.root, self.code)
        body = rewritten(self.root, lambda node: self._top(node, texts, prototypes))
        if Path(self.source.name).suffix == ".c":  # its callers know it by C's linkage
            body = f'extern "C" {{\n{body}\n}}'
        includes = frozenset(("stdexcept",) if "std::logic_error" in body else ())
        own = self.code.methods.declarations()
        beside = CAPTURES if self.captures else ""
        prefix = support_for(f"{own}{body}{beside}", includes, self._defined_by_host()) + (
            f"\n// Where a method of a class finds its thread.\n{own}" if own else ""
        )
        return FileTranslation(
            self.source,
            f"{prefix}\n{_tidied(body)}",
            tuple(kernels),
            tuple(self.launches),
            self.code,
            frozenset(self.broken),
            self.direct,
            self.shared,
            lost_kernels(self.source, self.code),
            self.view,
        )

    def _defined_by_host(self) -> frozenset[str]:
        """Functions that the file defines outside classes, and classes."""
        nodes = list(file_level(self.root))
        functions = (n for n in nodes if n.type == "function_definition" and not _in_class(n))
        heads = (next((d for d in walk(n) if d.type == "function_declarator"), None) for n in functions)
        classes = (n.child_by_field_name("name") for n in nodes if n.type == "class_specifier")
        named = (head.child_by_field_name("declarator") for head in heads if head is not None)
        return frozenset(text_of(name) for name in (*named, *classes) if name is not None)

    # -- device code

    def _constants(self) -> dict[str, int]:
        return constants_of(self.root, self.view)

    def _positive(self) -> frozenset[str]:
        return positive_names(self.root, macros_beside(self.root, self.view.defined, self.view.included))

    def _make_plain(self, macros: MacrosAt) -> None:
        """Write what is hard to follow in a plainer form."""
        for of_code in (one for one in ON_CODE for _ in range(one.times)):
            source = of_code.run(self.source, self.code)
            if source is not self.source:
                self.source, self.root = source, source.tree.root_node
                self.code = DeviceCode(self.root, macros)

    def _ask_plainly(self, macros: MacrosAt, own_launches: bool) -> None:
        """Put indices where groups of grid and block are asked for them."""
        shapes = {k.node.id: self._shape(k) for k in self.code.kernels}
        source = with_plain_ranks(self.source, self.code, shapes)
        if source is not self.source:
            self.source, self.root = source, source.tree.root_node
            self.code = DeviceCode(self.root, macros)
            if own_launches:
                self.launches = _launches(self.root, self._constants())

    def _shape(self, kernel: DeviceFunction) -> Shape:
        external = kernel.name in self.shared and not kernel.template
        if not external and kernel.name not in self.code.taken_kernels:
            return shape_of(kernel, self.launches, kernel.mentioned)
        return replace(shape_of(kernel, [], kernel.mentioned), canonical=True, external=external, may_be_empty=True)

    def _lower(self) -> tuple[list[KernelTranslation], dict[int, str], dict[str, list[str]]]:
        demands = self._demands()
        texts: dict[int, str] = {}
        prototypes: dict[str, list[str]] = {}
        kernels: list[KernelTranslation] = []
        broken: dict[str, Unsupported] = {}
        for function in self.code.functions:
            if function.kind == "device":
                try:
                    self._check_sides(function)
                    if self.code.function_synchronises(function):
                        lowered = WaitingFunction(function, self.code, self.rules, demands).lower()
                        texts[function.whole.id] = lowered.text
                        prototypes.setdefault(function.name, []).append(lowered.prototype)
                    else:
                        text = self.rules.plain_function(function)
                        text = text.removeprefix("inline ") if function.name in self.shared else text
                        own = [prototype_of(text)]
                        if function.name in self.twins:
                            host = self._for_host(function)
                            text, own = f"{host}\n{text}", [*own, prototype_of(host)]
                        texts[function.whole.id] = text
                        prototypes.setdefault(function.name, []).extend(own)
                except Unsupported as error:
                    broken[function.name] = error
                    self.broken.add(function.whole.id)
                    texts[function.whole.id] = _left_out(function.name, error.reason)
        for name in self._callers(set(broken)):
            if name not in broken:
                first = next(iter(broken.values()))
                broken[name] = first
                for function in self.code.device(name):
                    self.broken.add(function.whole.id)
                    texts[function.whole.id] = _left_out(name, first.reason)
        for function in self.code.kernels:
            kernel, text, prototype = self._kernel(function, demands, broken)
            kernels.append(replace(kernel, number=sum(k.name == kernel.name for k in kernels)))
            texts[function.whole.id] = text
            prototypes.setdefault(function.name, []).append(prototype)
        return kernels, texts, prototypes

    def _kernel(
        self, function: DeviceFunction, demands: Demands, broken: dict[str, Unsupported]
    ) -> tuple[KernelTranslation, str, str]:
        shape = self.shapes[function.node.id]
        dynamic = "dynamic_shared" in self.code.context(function)
        try:
            for name in sorted({f.name for f in self.code.reached(function)}):  # the same reason each time
                if name in broken:
                    raise Unsupported(f"{name}: {broken[name].reason}", broken[name].at)
            self._check_sides(function)
            self._check_methods(function)
            lowering = KernelLowering(function, self.code, shape, self.rules, demands)
            lowered = lower_kernel(lowering)
        except Unsupported as error:
            self.left_out[function.node.id] = error.reason
            kernel = KernelTranslation(function.name, function, None, shape, dynamic, error.reason, error.at)
            text = _left_out(function.name, error.reason)
            if function.name not in self.shared | self.code.named_kernels or function.specialised:
                return kernel, text, ""
            own = [f"{p.head} {p.declarator}" for p in function.parameters]
            outside = canonical_function(function.name, own, _refusal(function.name, error.reason))
            outside = f"{function.template}\n{outside}".lstrip()
            return kernel, f"{text}\n{outside}", prototype_of(outside)
        body = self.direct.get(function.name)
        text = lowered.text
        if body is not None and takes_direct(function, dynamic):
            text = with_direct(text, function, shape, body, lowering.parameter_names())
        kernel = KernelTranslation(
            function.name,
            function,
            text,
            shape,
            dynamic,
            warnings=tuple(lowered.warnings),
            direct=text != lowered.text,
            takes_block="dim3 blockDim" in lowered.text.split("{")[0],
            takes_bytes=dynamic or shape.canonical,
        )
        if kernel.takes_block:
            self.takes_block.add(function.node.id)
        if kernel.text is not None and any(map(default_value, parameter_nodes(function.node))):
            head, brace, rest = text.partition(") {\n")
            kernel = replace(kernel, text=with_defaults(f"{head})", function.node) + brace[1:] + rest)
            text = kernel.text or text
        return kernel, text, lowered.prototype

    def _with_callers(self, names: frozenset[str]) -> frozenset[str]:
        """Functions for host and device that are not the same on both, or call such a one."""
        both = {f.name: f.words for f in self.code.functions if f.kind == "device" and "__host__" in f.head}
        found = set(names) & set(both)
        while more := {name for name, words in both.items() if name not in found and words & found}:
            found |= more
        return frozenset(found)

    def _for_host(self, function: DeviceFunction) -> str:
        """A function for host and device as the host has it."""
        body = rewritten(function.body, self._host)
        return f"{function.template}\n{without_qualifiers(function.head)}{body}".lstrip()

    def _check_sides(self, function: DeviceFunction) -> None:
        """Refuse what is one thing for the host and another for the device, where both use it."""
        name = function.name if function.name in self.differing else next(iter(function.words & self.differing), None)
        if name is not None:
            reason = f"{name} depends on __CUDA_ARCH__, and the host uses it too"
            raise Unsupported(reason, function.node.start_byte)

    def _check_methods(self, function: DeviceFunction) -> None:
        """Refuse what waits in methods of classes."""
        words = {word for f in (function, *self.code.reached(function)) for word in f.words}
        if waiting := words & self.code.methods.waiting:
            raise Unsupported(f"threads wait in the method {min(waiting)}", function.node.start_byte)
        if written := words & self.code.methods.assembler:
            raise Unsupported(f"the method {min(written)}: {_ASSEMBLER}", function.node.start_byte)

    def _callers(self, names: set[str]) -> list[str]:
        return [
            f.name for f in self.code.functions if f.kind == "device" and names & {r.name for r in self.code.reached(f)}
        ]

    def _demands(self) -> Demands:
        """What all calls of device functions that wait agree on; found by cutting everything until nothing changes."""
        waiting = [f for f in self.code.functions if f.kind == "device" and self.code.function_synchronises(f)]
        if not waiting:
            return Demands()
        whole = frozenset((f.name, p.name) for f in waiting for p in f.parameters)
        demands = Demands(frozenset(), whole)
        for _ in range(6):
            after = self._demanded(demands)
            if after == demands:
                break
            demands = after
        return demands

    def _demanded(self, demands: Demands) -> Demands:
        masked, whole = set(demands.masked), set(demands.whole)
        for function in self.code.functions:
            if not any(self.code.synchronises(name) for name in function.calls):
                continue
            if function.kind == "kernel":
                lowering = KernelLowering(function, self.code, self.shapes[function.node.id], self.rules, demands)
                lower: Callable[[], Lowered] = partial(lower_kernel, lowering)
            elif self.code.function_synchronises(function):
                lower = WaitingFunction(function, self.code, self.rules, demands).lower
            else:
                continue
            try:
                lowered = lower()
            except Unsupported:
                continue
            masked |= lowered.needs_mask
            whole -= lowered.varying
        return Demands(frozenset(masked), frozenset(whole))

    # -- the rest of the file

    def _top(self, node: Node, texts: dict[int, str], prototypes: dict[str, list[str]]) -> str | None:
        """What becomes of a node of the host's part."""
        known = texts.get(node.id)
        if known is not None:
            return known
        kind = node.type
        if kind == "preproc_include":
            return "" if self._is_dropped(text_of(node)) else None
        if kind == "preproc_call" and "unroll" in text_of(node):
            return ""
        if kind == "template_instantiation" and any(word in text_of(node) for word in ("__global__", "__device__")):
            return ""  # whoever uses it in this file instantiates it; its translation has other parameters
        if declared := declared_function(node):
            if declared in self.code.by_name and not self._only_specialised(declared):
                own = dict.fromkeys(p for p in prototypes.get(declared, ()) if p)
                return "\n".join(with_defaults(prototype, node) for prototype in own)
            if "__global__" in text_of(node):
                return kernel_of_another_file(node, self._host)
            return rewritten(node, self._host).lstrip()
        if is_block_memory(node):
            return dynamic_pointer(node) if is_dynamic(node) else thread_local(node, self._host)
        if kind == "declaration" and is_device_variable(node) and not _in_function(node):
            return variable_declaration(node, self._host, self._outside & set(_declared_names(node)) != set())
        if kind == "call_expression" and is_launch(node):
            return self._launch(node, lambda n: self._top(n, texts, prototypes))
        if kind == "call_expression" and called(node) in BY_POINTER:
            return self._launch_by_pointer(node)
        if (kept := kernel_behind_void(node)) is not None and text_of(kept).split("<")[
            0
        ].strip() in self.code.taken_kernels:
            return f"kernel_of({rewritten(kept, self._host)})"
        if kind == "function_definition":
            body = node.child_by_field_name("body")
            head = text_of(node)[: (body.start_byte - node.start_byte) if body is not None else None]
            if re.search(r"\b__(?:device|host|forceinline|noinline|global)__\b", head) and body is not None:
                method = "__device__" in head and is_method(node)
                if method and self.code.methods.waiting & method_names(node):
                    return f'{_bare_head(head)}{{ throw std::logic_error("threads wait in it"); }}'
                if method and self.code.methods.assembler & method_names(node):
                    return f'{_bare_head(head)}{{ throw std::logic_error("{_ASSEMBLER}"); }}'
                conversions = self._method_conversions(node) if method else None

                def rule(part: Node) -> str | None:
                    return self._top(part, texts, prototypes)

                rest = rewritten(body, rule if conversions is None else conversions.rule(rule))
                return without_qualifiers(head) + rest if not _in_class(node) else _bare_head(head) + rest
        return self._host(node)

    def _is_dropped(self, include: str) -> bool:
        """Whether an include goes: CUDA's own headers, and those of its samples that the program does not bring."""
        return is_cuda_header(include) or (is_sample_header(include) and self.view.included(include) is None)

    def _only_specialised(self, name: str) -> bool:
        """Whether of a template that is declared only explicit specialisations are defined."""
        return all(f.template.replace(" ", "") == "template<>" for f in self.code.by_name[name])

    def _method_conversions(self, node: Node) -> Conversions:
        return Conversions(DeviceFunction("", "device", node, node), self.code, self.rules.constants)

    def _host(self, node: Node) -> str | None:
        if node.type == "preproc_arg":
            return _WORD.sub(lambda word: self._host_word(word[0]) or word[0], text_of(node))
        if node.child_count == 0:
            text = text_of(node)
            if text in QUALIFIERS or text in ("__managed__", "__constant__"):
                return ""
            if text == "__align__":
                return "alignas"
            if text == "type" and _is_dispatched(node):
                return "scalar_type"
            if node.type in ("identifier", "type_identifier", "field_identifier"):
                return self._host_word(text)
        if node.type == "alias_declaration" and (alias := own_alias(node)) is not None:
            return alias
        if node.type in ("function_declarator", "abstract_function_declarator") and self._is_kernel_pointer(node):
            head, _, rest = inside(node, self._host).rpartition("(")
            return f"{head}(dim3, dim3, size_t{', ' if rest.strip() not in (')', 'void)') else ''}{rest.replace('void)', ')')}"
        if node.type == "call_expression":
            name = called(node)
            if name in operations().operators:
                arguments = [n for n in node.children[-1].named_children if n.type != "comment"]
                return operations().operator(name, [f"({rewritten(a, self._host)})" for a in arguments])
        return None

    def _host_word(self, word: str) -> str | None:
        return operations().renamed.get(word) or (operations().torch.get(word) if self.uses_torch else None)

    def _launch(self, node: Node, rule: Rule) -> str:
        name = called(node)
        kernel = self.code.kernel(name)
        if kernel is None:
            call = launch_call(node, False, True, rule)
        elif kernel.node.id in self.left_out:
            return _refusal(name, self.left_out[kernel.node.id])
        else:
            call = launch_call(node, kernel.node.id not in self.takes_block, self._takes_bytes(kernel), rule)
        return captured_launch(call, node, rule, self._is_one_function(kernel)) if self.captures else call

    def _is_one_function(self, kernel: DeviceFunction | None) -> bool:
        """Whether a kernel's name alone is a pointer to a function that is called with all its arguments."""
        if kernel is None:
            return True
        alone = len([k for k in self.code.kernels if k.name == kernel.name]) == 1
        return alone and not kernel.template and not any(map(default_value, parameter_nodes(kernel.node)))

    def _is_kernel_pointer(self, node: Node) -> bool:
        """``(*p)(float *, int)`` where a kernel with such parameters is kept in a pointer somewhere."""
        declarator, listed = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
        if (
            declarator is None
            or listed is None
            or declarator.type
            not in (
                "parenthesized_declarator",
                "abstract_parenthesized_declarator",
            )
        ):
            return False
        kinds = [_kind(n) for n in listed.named_children if n.type == "parameter_declaration"]
        taken = (k for k in self.code.kernels if k.name in self.code.taken_kernels)
        own = [k for k in kinds if k[:2] != ("void", ())]
        return any([_kind(p.declaration) for p in k.parameters if p.declaration is not None] == own for k in taken)

    def _takes_bytes(self, kernel: DeviceFunction) -> bool:
        return self.shapes[kernel.node.id].canonical or "dynamic_shared" in self.code.context(kernel)

    def _launch_by_pointer(self, node: Node) -> str | None:
        """``cudaLaunchKernel(function, grid, block, arguments, …)`` of a kernel of the program."""
        function, given = launched_function(node), arguments_of(node)[1:]
        name = text_of(function).split("<")[0].split("::")[-1].strip()
        kernel = self.code.kernel(name)
        if kernel is None and name not in self.declared:
            return None
        if kernel is None or self._takes_bytes(kernel):
            way = "launch_shared"
        else:
            way = "launch_block" if kernel.node.id in self.takes_block else "launch_grid"
        if kernel is not None and kernel.node.id in self.left_out:
            return f"({_refusal(name, self.left_out[kernel.node.id])}, cudaSuccess)"
        return f"{way}({', '.join([text_of(function), *(rewritten(a, self._host) for a in given)])})"


def translate_file(
    source: Source,
    launches: Sequence[Launch] | None = None,
    direct: Mapping[str, str] | None = None,
    shared: frozenset[str] = frozenset(),
    view: View | None = None,
    eager: bool = False,
) -> FileTranslation:
    """The C++ file for ``source`` and what became of each kernel. ``launches``: those of the file that ``source`` is a
    part of. ``direct``: kernel → the body of a function that is tried before the lowering (:mod:`.lower.direct`). ``shared``:
    kernels and device functions that other files of the program use. ``view``: macros of the command line, and headers
    that stay outside. ``eager``: launches of little work wake other threads too."""
    return Translator(source, None if launches is None else list(launches), direct, shared, view, eager).translate()


def again(
    translation: FileTranslation,
    *,
    source: Source | None = None,
    direct: Mapping[str, str] | None = None,
    eager: bool = False,
) -> FileTranslation:
    """The translation of another text of the file, or with other direct functions, or one that always wakes other threads."""
    given = translation.direct if direct is None else direct
    text = source or translation.source
    return translate_file(text, translation.launches, given, translation.shared, translation.view, eager)


def without_host(translation: FileTranslation) -> FileTranslation:
    """The same with the host's functions blanked, and the headers of libraries that only they can need."""
    source = translation.source
    data = bytearray(source.data)
    for node in _host_parts(source.tree.root_node):
        for at in range(node.start_byte, node.end_byte):
            if data[at] not in b"\r\n":
                data[at] = 32
    return again(translation, source=parse(bytes(data), source.name, "cuda"))


def _readable(source: Source, text: str) -> Source:
    """The tree of ``text``; macros that make statements which no grammar can read are written out, and in device code those that do
    something."""
    found = source if text == source.text else parse(text, source.name, "cuda")
    data = with_actions_written_out(
        found.data, _device_spans(found.tree.root_node), defined_functions(found.tree.root_node)
    )
    if data != found.data:
        text = data.decode("utf-8", "replace")
        found = parse(text, source.name, "cuda")
    found = with_plain_casts(found)
    words = _words_in_errors(found.tree.root_node)
    if not words:
        return found
    other = with_plain_casts(parse(written_out(text, words), source.name, "cuda"))
    return other if len(_words_in_errors(other.tree.root_node)) < len(words) else found


def _device_spans(root: Node) -> list[tuple[int, int]]:
    """The bodies of kernels and functions of the device."""
    found = []
    for node in walk(root):
        body = node.child_by_field_name("body") if node.type == "function_definition" else None
        if body is not None and any(child.type in ("__global__", "__device__") for child in node.children):
            found.append((body.start_byte, body.end_byte))
    return found


def _words_in_errors(root: Node) -> frozenset[str]:
    """The words of functions of the device that could not be read as a whole."""
    broken = (n for n in root.children if n.has_error and re.search(rb"__(?:global|device)__", n.text or b""))
    return frozenset(word for node in broken for word in _WORD.findall(text_of(node)))


def _host_parts(root: Node) -> Iterator[Node]:
    for node in root.named_children:
        text = text_of(node)
        if node.type in ("namespace_definition", "linkage_specification") or node.type.startswith("preproc_if"):
            inner = node.child_by_field_name("body") if not node.type.startswith("preproc_if") else node
            if inner is not None and inner.type != "function_definition":
                yield from _host_parts(inner)
            continue
        if node.type == "preproc_include":
            if _LIBRARY.search(text):
                yield node
            continue
        if node.type.startswith("preproc") or node.type in (
            "using_declaration",
            "alias_declaration",
            "namespace_alias_definition",
        ):
            if _LIBRARY.search(text) and not node.type.startswith("preproc"):
                yield node
            continue
        head = text.split("{")[0]
        if re.search(r"__(?:global|device|constant|managed)__", head):
            continue
        defines = node.type == "function_definition" or (
            node.type == "template_declaration" and "(" in head and "struct" not in head
        )
        if defines or node.type in ("expression_statement", "ERROR") or _LIBRARY.search(text):
            yield node


def _is_dispatched(node: Node) -> bool:
    """``x.type()`` as the first argument of PyTorch's AT_DISPATCH macros, which take a scalar type now."""
    field = node.parent
    call = field.parent if field is not None and field.type == "field_expression" else None
    listed = call.parent if call is not None and call.type == "call_expression" else None
    return listed is not None and listed.parent is not None and called(listed.parent).startswith("AT_DISPATCH")


def _launches(root: Node, constants: dict[str, int]) -> list[Launch]:
    """All launches of a file, those through pointers too."""
    return [*launches_of(root, constants), *launches_by_pointer(root)]


_ASSEMBLER = "inline PTX is not translated"
CAPTURES = "cudaStreamBeginCapture"
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_TORCH = re.compile(r"#\s*include\s*[<\"](?:torch|ATen|c10|pybind11)\b|\btorch::|\bat::")
_LIBRARY = re.compile(r"\b(?:torch|ATen|at|c10|pybind11|py|PYBIND11_MODULE|TORCH_LIBRARY)\b")


def _fresh(wish: str, taken: set[str]) -> str:
    return next(name for name in (wish, *(f"{wish}_{n}" for n in range(2, len(taken) + 3))) if name not in taken)


def _left_out(name: str, reason: str) -> str:
    return f"// {name} is left out: {reason}."


def _kind(parameter: Node) -> tuple[str, tuple[str, ...], bool]:
    """What tells a parameter from others in a function's type: base, layers, whether what it points to is constant."""
    declarator = parameter.child_by_field_name("declarator")
    read = read_declarator(declarator) if declarator is not None else Declarator("", None)
    type = type_of_declarator(read, parameter).decayed()
    return fundamental(type.base) or type.base, type.layers, bool(type.layers) and type.const


def _refusal(name: str, reason: str) -> str:
    told = reason.replace("\\", "\\\\").replace('"', '\\"')
    return f'throw std::logic_error("{name} has no CPU translation: {told}")'


def _declared_names(node: Node) -> list[str]:
    found = []
    for declarator in node.children_by_field_name("declarator"):
        inner = next((n for n in walk(declarator) if n.type == "identifier"), None)
        if inner is not None:
            found.append(text_of(inner))
    return found


def _in_function(node: Node) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.type == "function_definition":
            return True
        parent = parent.parent
    return False


def _in_class(node: Node) -> bool:
    return node.parent is not None and any(
        a.type == "field_declaration_list" for a in (node.parent, *ancestors(node.parent, node.parent))
    )


def _bare_head(head: str) -> str:
    head = re.sub(r"\b(?:__device__|__host__|__global__|__noinline__)\b\s*", "", head)
    return re.sub(r"\b__forceinline__\b|\b__inline__\b", "inline", head)


def _tidied(text: str) -> str:
    """Where something was taken out, at most one empty line stays."""
    text = re.sub(r"[ \t]+\n", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
