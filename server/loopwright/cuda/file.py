"""A whole CUDA file → a C++ file for a CPU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from loopwright.cuda.analyse.launch_limits import (
    asks_for_errors,
    asks_for_limits,
    asks_for_more,
    fixed_shared,
    may_bring_too_much,
    may_fail,
    refused_launches,
)
from loopwright.cuda.analyse.signs import Constants
from loopwright.cuda.analyse.waiting import uncalled_barriers
from loopwright.cuda.ir.code import Code, Form, Quoted, Rule, form, joined, quoted, renamed, spelled, words
from loopwright.cuda.ir.functions import (
    AnyHead,
    Head,
    Kept,
    Parameter,
    head_code,
    kept_code,
    with_defaults,
    with_own_names,
)
from loopwright.cuda.ir.plan import Unsupported
from loopwright.cuda.lower.declarations import gap_before_body, kept_head, opens, opens_inside
from loopwright.cuda.lower.demands import Demands, first_demands
from loopwright.cuda.lower.device import Rules
from loopwright.cuda.lower.direct import direct_function, takes_direct, unless_it_fails, with_direct
from loopwright.cuda.lower.host import HostCode
from loopwright.cuda.lower.kernel_limits import KernelLimits
from loopwright.cuda.lower.lowering import KernelLowering, Lowered
from loopwright.cuda.lower.overruns import beyond_arrays
from loopwright.cuda.lower.surroundings import (
    Known,
    Qualified,
    Surroundings,
    is_in_class,
    refusal,
    variables_of_device,
)
from loopwright.cuda.lower.untyped import with_untyped_device
from loopwright.cuda.lower.waiting_functions import WaitingFunction
from loopwright.cuda.passes import ON_CODE, ON_HOST, ON_SOURCE, ON_TEXT, lower_kernel
from loopwright.cuda.print.file import file_text
from loopwright.cuda.print.layout import Layout, indented, margin_at, step_at
from loopwright.cuda.print.statements import function_text
from loopwright.cuda.print.support import Asked, support_of
from loopwright.cuda.read.block_memory import extern_variables, is_device_variable
from loopwright.cuda.read.conditionals import decided
from loopwright.cuda.read.device_definitions import MacrosAt, declared_functions, used_by
from loopwright.cuda.read.device_function import DeviceFunction, called, handed_types
from loopwright.cuda.read.ended import with_ended_statements
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.launches import (
    Launch,
    Shape,
    launches_by_pointer,
    launches_of,
    shape_of,
)
from loopwright.cuda.read.long_doubles import LongDoubles, constants_of, may_have_long_doubles
from loopwright.cuda.read.lost import lost_kernels
from loopwright.cuda.read.macros import acting_otherwise
from loopwright.cuda.read.methods import Callers
from loopwright.cuda.read.names import Names
from loopwright.cuda.read.puns import has_puns
from loopwright.cuda.read.ranks import dimensions_meant, with_plain_ranks
from loopwright.cuda.read.readable import readable
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.shadowing import is_declared
from loopwright.cuda.read.variables import default_value, parameter_nodes
from loopwright.cuda.spec import operations
from loopwright.cuda.spec.machine import Machine, any_machine
from loopwright.cuda.translation import (
    ASKING,
    CAPTURES,
    OWN_CLASS,
    WAITING,
    Doubt,
    FileTranslation,
    KernelTranslation,
    View,
    Written,
    asks_launches,
    marks_of,
    numbered,
    numbers_of,
    words_of_graphs,
)
from loopwright.lang.constants import constant_of_text
from loopwright.lang.host_parts import blanked_host, uses_torch
from loopwright.lang.inner_macros import inner_macros
from loopwright.lang.method_heads import WORDS
from loopwright.lang.numbers import Constant, literal
from loopwright.lang.own_classes import with_own_classes
from loopwright.lang.scopes import Scopes
from loopwright.lazily import cached_property
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import Source, parse
from loopwright.source.text import names_in


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
        refused: Mapping[Written, str] | None = None,
        copying: bool = False,
        machine: Machine | None = None,
        telling: bool = False,
    ) -> None:
        self.copying, self.telling = copying, telling
        self.machine = machine or any_machine()
        self.direct, self.shared, self.view, self.refused = direct or {}, shared, view or View(), refused or {}
        told = decided(source.text, self.view.defined, self.view.included)
        self.differing = told.differing
        text = with_ended_statements(told.text, self.view.included)
        for of_text in ON_TEXT:
            text = of_text.run(text)
        read = readable(source, text)
        read = with_own_classes(read, {w.removeprefix(OWN_CLASS) for w in self.shared if w.startswith(OWN_CLASS)})
        for of_source in ON_SOURCE:
            read = of_source.run(read)
        self.source, self.root = read, read.root
        self._asking = frozenset(w.removeprefix(ASKING) for w in self.shared if w.startswith(ASKING))
        self.code = DeviceCode(self.source, told.macros, self._asking)
        self._make_plain(told.macros)
        self.declared = declared_functions(self.code.outside)
        numbers = numbers_of(self.source, self.view)
        self.launches = _launches(self.code, numbers.places) if launches is None else launches
        # A launch into a stream that is captured, here or in another file, happens later.
        of_graphs = words_of_graphs(source.text) | self.shared
        self.captures, self.asks_launches = CAPTURES in of_graphs, asks_launches(of_graphs)
        if b"cooperative_groups" in self.source.data:
            self._ask_plainly(told.macros, launches is None)
        macros = frozenset(
            text_of(n.child_by_field_name("name"))
            for n in self.code.outside
            if n.type in ("preproc_def", "preproc_function_def")
        )
        macros |= told.names
        device_variables = self.code.file_memory | variables_of_device(self.root)
        self.twins = self._with_callers(told.twins)
        taken = {text_of(n) for n in self.code.kinds.of("identifier")} if self.twins else set()
        on_device = {name: Names(taken).fresh(f"{name}_on_device") for name in self.twins}
        self.rules = Rules(
            self.code,
            device_variables,
            macros,
            frozenset(numbers.places),
            on_device,
            eager,
            positive=numbers.positive,
            said=Constants(numbers.negative, numbers.most),
            long_constants=constants_of(self.code.kinds),
            machine=self.machine,
            value=self._constant,
            declares=lambda name: is_declared(name, self._scopes, self.root),
        )
        shapes = ((k, self._shape(k)) for k in self.code.kernels)
        self.shapes = {k.node.id: self._asked(k, shape) for k, shape in shapes}
        # What is declared with `extern` is another file's, or shown to it.
        self._outside = extern_variables(self.code.outside) | shared
        self.host = HostCode(self.code, uses_torch(self.source), lambda: self._scopes)
        self.left_out: dict[int, str] = {}
        # Kernels by their nodes, as they are with what their functions agreed on.
        self._lowered: dict[int, tuple[KernelLowering, Lowered]] = {}
        self.takes_block: set[int] = set()
        self.broken: set[int] = set()
        self.callers = Callers()

    def translate(self) -> FileTranslation:
        """The translation."""
        kernels, functions, heads = self._lower()
        if not self.left_out and not self.copying and not self.code.launched_on_device:
            for of_host in ON_HOST:
                functions |= of_host.run(self.source, self.code, self.telling)
        rule: Rule = Surroundings(self._known(functions, heads)).rule
        if has_puns(self.source.text, self.view.brought):
            rule = with_untyped_device(self.root, {f.node.id for f in self.code.functions}, rule)
        body = quoted(self.root, rule)
        if Path(self.source.name).suffix == ".c":  # its callers know it by C's linkage
            body = form('extern "C" {{\n{}\n}}', body)
        includes = frozenset(("stdexcept",) if "logic_error" in words(body) else ())
        if any("cblas_" in own for own in self.direct.values()):
            includes |= {"cblas.h"}
        written = file_text(body)
        own = self.code.methods.declarations()
        beside = " ".join((CAPTURES if self.captures else "", *sorted(marks_of(self.source, self.view))))
        methods = f"\n// Where a method of a class finds its thread.\n{own}" if own else ""
        asked = Asked(f"{own}{written}{beside}", includes, self._defined_by_host())
        support = support_of([asked]).text
        return FileTranslation(
            self.source,
            f"{support}{methods}\n{written}",
            tuple(kernels),
            tuple(self.launches),
            self.code,
            frozenset(self.broken),
            self.direct,
            self.shared,
            lost_kernels(self.source, self.code, self.view.included),
            self.view,
            {
                key: file_text(functions[function.whole.id]).rstrip()
                for key, function in numbered(self.code).items()
                if function.whole.id not in self.broken and function.node.id not in self.left_out
            },
            self.refused,
            asked,
            len(support),
            self.machine,
        )

    def _known(self, functions: dict[int, Code], heads: dict[Qualified, list[AnyHead]]) -> Known:
        return Known(
            self.code,
            self.host,
            functions,
            heads,
            self.shapes,
            self.left_out,
            frozenset(self.takes_block),
            self._outside,
            self.declared,
            self.rules.constants,
            self.rules.value,
            self.captures,
            self.asks_launches,
            self.view.brought,
            self.hidden,
            self.callers.bodies,
        )

    def _check_refused(self, function: DeviceFunction) -> None:
        """Leave out what the caller wants to be left out."""
        if self.refused:
            known = numbered(self.code)
            reason = next((why for key, why in self.refused.items() if known.get(key) is function), None)
            if reason is not None:
                raise Unsupported(reason, _blamed_in(function, reason))

    def _defined_by_host(self) -> frozenset[str]:
        """Functions that the file defines outside classes, and classes."""
        nodes = self.code.outside
        functions = (n for n in nodes if n.type == "function_definition" and not is_in_class(n))
        heads = (next((d for d in walk(n) if d.type == "function_declarator"), None) for n in functions)
        classes = (n.child_by_field_name("name") for n in nodes if n.type == "class_specifier")
        named = (head.child_by_field_name("declarator") for head in heads if head is not None)
        return frozenset(text_of(name) for name in (*named, *classes) if name is not None)

    # -- device code

    def _make_plain(self, macros: MacrosAt) -> None:
        """Write what is hard to follow in a plainer form."""
        for of_code in (one for one in ON_CODE for _ in range(one.times)):
            source = of_code.run(self.source, self.code)
            if source is not self.source:
                self.source, self.root = source, source.root
                self.code = DeviceCode(self.source, macros, self._asking)

    def _ask_plainly(self, macros: MacrosAt, own_launches: bool) -> None:
        """Put indices where groups of grid and block are asked for them."""
        shapes = {k.node.id: self._shape(k) for k in self.code.kernels}
        source = with_plain_ranks(self.source, self.code, shapes)
        if source is not self.source:
            self.source, self.root = source, source.root
            self.code = DeviceCode(self.source, macros, self._asking)
            if own_launches:
                self.launches = _launches(self.code, numbers_of(self.source, self.view).places)

    def _shape(self, kernel: DeviceFunction) -> Shape:
        external = kernel.name in self.shared
        taken = kernel.name in self.code.taken_kernels or self.asks_launches
        if (kernel.template or not external) and not taken:
            told = replace(shape_of(kernel, self.launches, kernel.mentioned), external=external)
            by_threads = kernel.name in self.code.launched_on_device
            return replace(told, sizes=None, canonical=True, may_be_empty=True) if by_threads else told
        meant = dimensions_meant(kernel, self.code, self.launches)
        return replace(shape_of(kernel, [], meant), canonical=True, external=external, may_be_empty=True)

    def _asked(self, kernel: DeviceFunction, shape: Shape) -> Shape:
        """``shape`` with what is to be asked of a launch before it is carried out."""
        bytes = may_bring_too_much(kernel.name, self.launches, self._value, fixed_shared(kernel, self.code))
        return replace(shape, may_fail=self._may_fail(kernel, shape), asks_bytes=shape.canonical or bytes)

    def _may_fail(self, kernel: DeviceFunction, shape: Shape) -> bool:
        asked = shape.external or self._asks_errors
        bound = self._bound(kernel)
        return (
            shape.canonical
            or self.captures  # what a stream is given while it is captured is asked before whether it fails
            or self._asks_limits
            or may_fail(
                kernel.name, self.launches, self._value, bound, asked=asked, fixed=fixed_shared(kernel, self.code)
            )
        )

    def _limits(self, kernel: DeviceFunction, shape: Shape) -> KernelLimits | None:
        """What a kernel may be launched with, where somebody may ask it."""
        if not (shape.external or self._asks_limits):
            return None
        return KernelLimits(kernel, str(self._bound(kernel) or ""), fixed_shared(kernel, self.code))

    def _bound(self, kernel: DeviceFunction) -> int | str | None:
        """The most threads of a block that a kernel was built for, where the file alone tells it; as text where its template does."""
        said = kernel.launch_bounds
        value = self._value(said, kernel.node.start_byte) if said else None
        by_template = said is not None and not set(names_in(said)).isdisjoint(kernel.template_names)
        return said if value is None and by_template else value

    @cached_property
    def _asks_errors(self) -> bool:
        return any(map(asks_for_errors, self._texts))

    @cached_property
    def _asks_limits(self) -> bool:
        return any(map(asks_for_limits, self._texts))

    @cached_property
    def _texts(self) -> Sequence[str]:
        """The file and the program's headers that it includes."""
        headers = (self.view.brought(text_of(node)) for node in self.source.kinds.of("preproc_include"))
        return [text for text in (self.source.text, *headers) if text is not None]

    def _lower(self) -> tuple[list[KernelTranslation], dict[int, Code], dict[Qualified, list[AnyHead]]]:
        """The kernels; code by the node that it stands for, heads of functions by name."""
        demands = self._demands()
        written: dict[int, Code] = {}
        heads: dict[Qualified, list[AnyHead]] = {}
        kernels: list[KernelTranslation] = []
        broken: dict[int, Unsupported] = {}
        for function in self.code.functions:
            if function.kind == "device":
                try:
                    code, own = self._device_function(function, demands)
                except Unsupported as error:
                    broken[function.node.id] = error
                    self.broken.add(function.whole.id)
                    code, own = _left_out(function, error.reason), []
                written[function.whole.id] = code
                heads.setdefault((function.namespace, function.name), []).extend(own)
        for function in self.code.functions if broken else ():
            reason = next((broken[f.node.id] for f in self.code.reached(function) if f.node.id in broken), None)
            if function.kind == "device" and function.node.id not in broken and reason is not None:
                broken[function.node.id] = reason
                self.broken.add(function.whole.id)
                written[function.whole.id] = _left_out(function, reason.reason)
        names = {f.name: f"{f.name}: {broken[f.node.id].reason}" for f in self.code.functions if f.node.id in broken}
        elsewhere = {word: _waits_elsewhere(name) for word, name in self._elsewhere.items()}
        self.callers = self.code.callers_of(names | elsewhere)
        for function in self.code.kernels:
            kernel, code, own = self._kernel(function, demands, broken)
            kernels.append(replace(kernel, number=sum(k.name == kernel.name for k in kernels)))
            written[function.whole.id] = code
            heads.setdefault((function.namespace, function.name), []).extend(own)
        self._leave_out_parents(kernels, written)
        return kernels, written, heads

    def _leave_out_parents(self, kernels: list[KernelTranslation], written: dict[int, Code]) -> None:
        """Leave out kernels that launch one that is left out."""
        lost = {k.name: k.reason for k in kernels if k.text is None}
        while parents := [
            (at, launch)
            for at, kernel in enumerate(kernels)
            if kernel.text is not None
            and (launch := next((n for n in kernel.function.launches if called(n) in lost), None)) is not None
        ]:
            for at, launch in parents:
                own, name = kernels[at], called(launch)
                error = Unsupported(f"it launches {name}, which is left out: {lost[name]}", launch.start_byte)
                made, code, _ = self._left_out_kernel(own.function, own.shape, own.dynamic, error)
                kernels[at] = replace(made, number=own.number)
                written[own.function.whole.id] = code
                lost[own.name] = error.reason

    def _device_function(self, function: DeviceFunction, demands: Demands) -> tuple[Code, list[AnyHead]]:
        """A device function, one that the host has too as both have it."""
        self._check_refused(function)
        self._check_sides(function)
        self._check_elsewhere(function)
        if self.code.function_synchronises(function):
            lowered = WaitingFunction(function, self.code, self.rules, demands).lower().function
            whole = with_own_names(lowered, self.hidden)
            in_class = replace(whole.head, before=spelled(f"static void {function.name}"))
            head = in_class if function.scope else whole.head
            layout = self._layout(function)
            text = self.rules.inner_macros(function).around(function_text(whole, layout))
            return spelled(indented(text, layout.margin)), [head]
        kept = self.rules.plain_function(function, function.name in self.shared)
        if self.hidden:
            kept = replace(kept, body=renamed(kept.body, self.hidden))
        if function.name not in self.twins:
            return kept_code(kept), [kept.head]
        gap, body = gap_before_body(function.node), quoted(function.body, self.host.rule)
        of_host = Kept(kept_head(function), body, gap)
        return joined("\n", [kept_code(of_host), kept_code(kept)]), [kept.head, of_host.head]

    @cached_property
    def hidden(self) -> Mapping[str, str]:
        """Functions of ours that others of the file hide in a namespace or class: how they are called there."""
        return {name: f"::{name}" for name in sorted(operations().own_functions & self.code.scoped.names)}

    def _kernel(
        self, function: DeviceFunction, demands: Demands, broken: dict[int, Unsupported]
    ) -> tuple[KernelTranslation, Code, list[AnyHead]]:
        shape = self.shapes[function.node.id]
        dynamic = "dynamic_shared" in self.code.context(function)
        try:
            self._check_refused(function)
            for other in sorted(self.code.reached(function), key=lambda f: f.name):  # the same reason each time
                if (first := broken.get(other.node.id)) is not None:
                    raise Unsupported(f"{other.name}: {first.reason}", first.at)
            self._check_sides(function)
            self._check_macros(function)
            self._check_long_doubles(function)
            self._check_methods(function)
            self._check_elsewhere(function)
            lowering, lowered = self._lowered.get(function.node.id) or self._lowered_anew(function, demands)
        except Unsupported as error:
            return self._left_out_kernel(function, shape, dynamic, error)
        values = [None if v is None else Quoted(v, {}) for v in map(default_value, parameter_nodes(function.node))]
        body = self.direct.get(function.name)
        written, whole = "", with_own_names(lowered.function, self.hidden)
        if body is not None and takes_direct(function, dynamic):
            remark = f"// {function.name} as plain loops; false for a launch that they do not fit."
            written = f"{remark}\n{function_text(direct_function(function, body))}\n"
            whole = with_direct(whole, function, shape, lowering.parameter_names())
        if shape.may_fail:
            fixed = fixed_shared(function, self.code)
            whole = unless_it_fails(
                whole,
                shape,
                self._bound(function),
                with_bytes=dynamic or shape.asks_bytes,
                fixed=fixed,
                limits=self._limits(function, shape),
            )
        head = with_defaults(whole.head, values)
        assert isinstance(head, Head)
        layout = self._layout(function)
        kernel = KernelTranslation(
            function.name,
            function,
            self.rules.inner_macros(function).around(written + function_text(replace(whole, head=head), layout)),
            shape,
            dynamic,
            doubts=tuple(self._doubts(function, lowered)),
            direct=bool(written),
            takes_block=head.takes("blockDim"),
            takes_bytes=dynamic or shape.asks_bytes,
            limits=self._limits(function, shape),
        )
        if kernel.takes_block:
            self.takes_block.add(function.node.id)
        return kernel, spelled(indented(kernel.text or "", layout.margin)), [lowered.function.head]

    def _doubts(self, function: DeviceFunction, lowered: Lowered) -> Iterator[Doubt]:
        found = {
            "barrier": (*lowered.warnings, *uncalled_barriers(function)),
            "bounds": beyond_arrays(function, self.launches, self._extents, self._value),
            "launch": self._refused_launches(function),
        }
        return (Doubt(kind, at, text) for kind, told in found.items() for at, text in told)

    def _refused_launches(self, function: DeviceFunction) -> Iterator[tuple[int, str]]:
        alone = sum(kernel.name == function.name for kernel in self.code.kernels) == 1
        more = function.name in self.shared or asks_for_more(self.source.data)
        return refused_launches(
            function,
            self.launches,
            self._value,
            is_alone=alone,
            more_shared=more,
            fixed=fixed_shared(function, self.code),
        )

    def _layout(self, function: DeviceFunction) -> Layout:
        """How a function of the file is laid out; one that stands in a single line is moved in as the first that does not."""
        margin = margin_at(self.source.data, function.whole.start_byte)
        step = self._step(function) or self._usual_step
        return Layout(margin, step, opens(function.body), opens_inside(function.body))

    def _step(self, function: DeviceFunction) -> str:
        first = next((n.start_byte for n in function.body.named_children), function.body.start_byte)
        return step_at(self.source.data, margin_at(self.source.data, function.whole.start_byte), first)

    @cached_property
    def _usual_step(self) -> str:
        return next((step for f in self.code.functions if (step := self._step(f))), Layout.step)

    @cached_property
    def _extents(self) -> dict[str, str]:
        """Arrays of the device at file level with one dimension: their lengths as the file says them."""
        nodes = (n for n in self.code.outside if n.type == "declaration" and is_device_variable(n))
        arrays = (d for n in nodes for d in n.children_by_field_name("declarator"))
        inner = (d.child_by_field_name("declarator") if d.type == "init_declarator" else d for d in arrays)
        found = {}
        for declarator in inner:
            name = declarator.child_by_field_name("declarator") if declarator is not None else None
            size = declarator.child_by_field_name("size") if declarator is not None else None
            if name is not None and name.type == "identifier" and size is not None:
                found[text_of(name)] = text_of(size)
        return found

    @cached_property
    def _scopes(self) -> Scopes:
        return Scopes(Outline(self.source))

    def _constant(self, text: str, at: int) -> Constant | None:
        """The value of an expression at a place, where the compiler knows it."""
        return literal(text) or constant_of_text(self._scopes, text, at)

    def _value(self, text: str, at: int) -> int | None:
        found = self._constant(text, at)
        return int(found.value) if found is not None and found.is_integer else None

    def _left_out_kernel(
        self, function: DeviceFunction, shape: Shape, dynamic: bool, error: Unsupported
    ) -> tuple[KernelTranslation, Code, list[AnyHead]]:
        """A kernel without a translation; where it may be launched from elsewhere, a function that says so."""
        self.left_out[function.node.id] = error.reason
        kernel = KernelTranslation(function.name, function, None, shape, dynamic, error.reason, error.at)
        remark = _left_out(function, error.reason)
        if function.name not in self.shared | self.code.named_kernels or function.specialised:
            return kernel, remark, []
        own = [Parameter(spelled(f"{p.head} {p.declarator}")) for p in function.parameters]
        sizes = [Parameter(spelled(size)) for size in ("dim3 gridDim", "dim3 blockDim", "size_t")]
        template = f"{function.template}\n" if function.template else ""
        head = Head(spelled(f"{template}void {function.name}"), (*sizes, *own))
        said = form("{}\n{} {{ {}; }}", remark, head_code(head), refusal(function.name, error.reason))
        return kernel, said, [head]

    def _with_callers(self, names: frozenset[str]) -> frozenset[str]:
        """Functions for host and device that are not the same on both, or call such a one."""
        both = {f.name: f.words for f in self.code.functions if f.kind == "device" and "__host__" in f.head}
        found = set(names) & set(both)
        while more := {name for name, words in both.items() if name not in found and words & found}:
            found |= more
        return frozenset(found)

    def _check_sides(self, function: DeviceFunction) -> None:
        """Refuse what is one thing for the host and another for the device, where both use it."""
        name = function.name if function.name in self.differing else next(iter(function.words & self.differing), None)
        if name is not None:
            reason = f"{name} depends on __CUDA_ARCH__ or has a long double, and the host uses it too"
            raise Unsupported(reason, function.node.start_byte)

    def _check_macros(self, kernel: DeviceFunction) -> None:
        """Refuse what uses a macro that does something and is another one in another place, or another build."""
        if not self._acting_otherwise:
            return
        for function in (kernel, *self.code.reached(kernel)):
            if name := next(iter(sorted(function.words & self._acting_otherwise)), None):
                reason = f"{name} is defined in several ways, and which of them holds here is not followed"
                raise Unsupported(reason, function.node.start_byte)

    @cached_property
    def _acting_otherwise(self) -> frozenset[str]:
        return acting_otherwise(self.source.text)

    def _check_long_doubles(self, kernel: DeviceFunction) -> None:
        """Refuse what has a `long double` in common with the host."""
        if self._long_doubles is not None:
            reached = self.code.reached(kernel)
            if reason := self._long_doubles.why_not(kernel, reached, self.launches):
                raise Unsupported(reason, kernel.node.start_byte)

    @cached_property
    def _long_doubles(self) -> LongDoubles | None:
        """The `long double` of both sides; ``None`` where the file has none."""
        return LongDoubles.of(self.code.kinds) if may_have_long_doubles(self.source.text) else None

    def _check_methods(self, function: DeviceFunction) -> None:
        """Refuse what waits in methods of classes, and what else of them has no translation."""
        methods = self.code.methods
        reasons = {**self.callers.names, **methods.refused, **dict.fromkeys(methods.waiting, "")}
        if not reasons:
            return
        words = {word for f in (function, *self.code.reached(function)) for word in self.code.beside_calls(f)}
        launches = [k.node for k in self.launches if k.kernel == function.name] if function.template else []
        given = {word: launch for launch in launches for word in handed_types(launch)}
        for name in sorted(reasons.keys() & (words | given.keys())):
            reason = f"the method {name}: {reasons[name]}" if reasons[name] else f"threads wait in the method {name}"
            mention = next((n for n in function.inside if not n.children and text_of(n) == name), given.get(name))
            raise Unsupported(reason, (mention or function.node).start_byte)

    def _check_elsewhere(self, function: DeviceFunction) -> None:
        """Refuse what waits in other files: it is cut where it is, and no call of it from here."""
        for word in (n for n in function.inside if n.type in WORDS and text_of(n) in self._elsewhere):
            name = self._elsewhere[text_of(word)]
            is_one = word.type == "identifier" or "::" in name  # not a member that is called as a function is
            if is_one and function.variables.of(word) is None:
                raise Unsupported(_waits_elsewhere(name), word.start_byte)

    @cached_property
    def _elsewhere(self) -> Mapping[str, str]:
        """By what functions and methods of other files are used in which threads wait, and their names."""
        names = (word.removeprefix(WAITING) for word in self.shared if word.startswith(WAITING))
        return {used_by(name): name for name in sorted(names)}

    def _demands(self) -> Demands:
        """What all calls of device functions that wait agree on; found by cutting everything until nothing changes: there is less of it each time."""
        waiting = [f for f in self.code.functions if f.kind == "device" and self.code.function_synchronises(f)]
        if not waiting:
            return Demands()
        demands = first_demands(waiting, self.code)
        while (after := self._demanded(demands)) != demands:
            demands = after
        return demands

    def _lowered_anew(self, kernel: DeviceFunction, demands: Demands) -> tuple[KernelLowering, Lowered]:
        """A kernel's function, and what it was made by."""
        lowering = KernelLowering(kernel, self.code, self.shapes[kernel.node.id], self.rules, demands)
        found = self._lowered[kernel.node.id] = lowering, lower_kernel(lowering)
        return found

    def _demanded(self, demands: Demands) -> Demands:
        """What is left of it beside all calls: those who call come first, so that a call of a call is met in the same round."""
        self._lowered.clear()
        agreed = demands
        for function in reversed(self.code.functions):
            if not any(map(self.code.function_synchronises, self.code.called_by(function))):
                continue
            if function.kind != "kernel" and not self.code.function_synchronises(function):
                continue
            try:
                if function.kind == "kernel":
                    _, lowered = self._lowered_anew(function, agreed)
                else:
                    lowered = WaitingFunction(function, self.code, self.rules, agreed).lower()
            except Unsupported:
                continue
            agreed = agreed.after(lowered.calls)
        return agreed


def translate_file(
    source: Source,
    launches: Sequence[Launch] | None = None,
    direct: Mapping[str, str] | None = None,
    shared: frozenset[str] = frozenset(),
    view: View | None = None,
    eager: bool = False,
    refused: Mapping[Written, str] | None = None,
    copying: bool = False,
    machine: Machine | None = None,
    telling: bool = False,
) -> FileTranslation:
    """The C++ file for ``source`` and what became of each kernel. ``launches``: those of the file that ``source`` is a
    part of. ``direct``: kernel → the body of a function that is tried before the lowering (:mod:`.lower.direct`). ``shared``:
    kernels and device functions that other files of the program use. ``view``: macros of the command line, and headers
    that stay outside. ``eager``: launches of little work wake other threads too. ``refused``: functions of the device that are
    left out, and why. ``copying``: every copy between host and device stays. ``machine``: what it takes for what the lowering
    chooses among. ``telling``: where a copy to the host was taken out, what it would have brought is told."""
    known = None if launches is None else list(launches)
    return Translator(source, known, direct, shared, view, eager, refused, copying, machine, telling).translate()


def again(
    translation: FileTranslation,
    *,
    source: Source | None = None,
    direct: Mapping[str, str] | None = None,
    eager: bool = False,
    refused: Mapping[Written, str] | None = None,
    copying: bool = False,
    telling: bool = False,
) -> FileTranslation:
    """The translation of another text of the file, or with other direct functions, or one that always wakes other threads, or
    one without functions that are ``refused``, or one in which every copy stays (``copying``) or is told of (``telling``)."""
    given = translation.direct if direct is None else direct
    text = source or translation.source
    less = translation.refused if refused is None else refused
    told = translation.machine
    return translate_file(
        text, translation.launches, given, translation.shared, translation.view, eager, less, copying, told, telling
    )


def without_host(translation: FileTranslation) -> FileTranslation:
    """The same with the host's functions blanked, and the headers of libraries that only they can need."""
    source = translation.source
    return again(translation, source=parse(blanked_host(source), source.name, "cuda"))


def _waits_elsewhere(name: str) -> str:
    return f"threads wait in {name}, which another file of the program defines"


def _blamed_in(function: DeviceFunction, reason: str) -> int:
    """Where a function mentions first what a compiler's message names in quotation marks; where it begins if it does not."""
    names = {part.partition("’")[0] for part in reason.split("‘")[1:]} | {*reason.split("'")[1::2]}
    mention = next((n for n in function.inside if not n.children and text_of(n) in names), function.node)
    return mention.start_byte


def _launches(code: DeviceCode, constants: dict[str, int]) -> list[Launch]:
    """All launches of a file, those through pointers too."""
    return [*launches_of(code.root, code.kinds, constants), *launches_by_pointer(code.root, code.kinds)]


def _left_out(function: DeviceFunction, reason: str) -> Form:
    """What stands where a function stood: a remark, and the macros that others may know from its text."""
    following = function.whole.next_sibling
    end = "\n" if following is not None and following.start_point[0] == function.whole.end_point[0] else ""
    return spelled(inner_macros(function.body, function.head).around(f"// {function.name} is left out: {reason}.{end}"))
