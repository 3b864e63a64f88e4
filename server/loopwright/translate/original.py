"""A CUDA file as a C++ compiler reads it with the oracle's header."""

from __future__ import annotations

from collections.abc import Sequence, Set

from tree_sitter import Node

from loopwright.cuda.analyse.launch_limits import asks_for_limits, fixed_shared
from loopwright.cuda.ir.code import NOTHING, Code, Rule, form, inside, joined, quoted, spelled
from loopwright.cuda.lower.conversions import Conversions, device_part, is_device_part
from loopwright.cuda.lower.kernel_limits import KernelLimits
from loopwright.cuda.lower.surroundings import kernel_behind_void
from loopwright.cuda.print.code import text
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called, is_launch
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.headers import is_replaced
from loopwright.cuda.read.launches import chosen, without_casts
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.lang.numbers import fundamental
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in

# What the compiler watches no access of.
_WATCHED = {f"{scope}{name}": name for name in ("memcpy", "memmove", "memset") for scope in ("", "std::", "::")}
_BY_POINTER = frozenset(("cudaLaunchKernel", "cudaLaunchCooperativeKernel"))
# Arguments that are made a parameter's value as they are written: none of them has a type that says enough.
_LITERALS = frozenset(("null", "number_literal", "initializer_list", "string_literal", "true", "false"))


def original_text(translation: FileTranslation, space: str = "lw", *, as_program: bool = False) -> str:
    """The file as a C++ compiler with the oracle's header reads it: only launches and the headers of CUDA change, and what has
    no translation is left out. ``as_program``: launches are those of a program that is run whole (``program/runtime.h``), with its
    arguments worked out once."""

    left_out = {k.function.whole.id for k in translation.kernels if k.text is None} | translation.broken
    names = {k.name for k in translation.kernels if k.text is None}
    kernels = {k.name for k in translation.kernels}

    constants = frozenset(translation.constants)
    functions = {function.node.id: function for function in translation.code.functions}
    limits = {
        k.function.body.id: limits.told([parameter.name for parameter in k.function.parameters])
        for k in translation.kernels
        if as_program and (limits := _limits(k, translation.code)) is not None
    }
    asks_limits = as_program and asks_for_limits(translation.source.text)
    bounded = as_program and any(k.function.launch_bounds for k in translation.kernels)

    def rule(node: Node) -> Code | None:
        function = functions.get(node.id)
        if function is None and is_device_part(node):
            function = device_part(node)
        if function is not None and node.id not in left_out:
            conversions = Conversions(function, translation.code, constants, translation.constant)
            return inside(node, conversions.rule(watched))
        return plain(node)

    def watched(node: Node) -> Code | None:
        if node.id in limits:
            return form("{{ {} (void)lw_limits; {}}}", limits[node.id], inside(node, rule))
        call = node.parent
        if call is not None and call.type == "call_expression" and call.child_by_field_name("function") == node:
            name = _WATCHED.get(text_of(node))
            if name is not None and not translation.code.scoped.has_callee(call):
                return spelled(f"{space}::watched_{name}")
        return plain(node)

    def plain(node: Node) -> Code | None:
        if node.id in left_out:
            return spelled("\n" * text_of(node).count("\n"))
        if node.type == "preproc_include":
            return NOTHING if is_replaced(text_of(node), translation.view.brought(text_of(node))) else None
        if node.type == "call_expression" and is_launch(node):
            if called(node) in names:
                return spelled("((void)0)")
            syntax = next(c for c in node.children if c.type == "kernel_call_syntax")
            parts = [quoted(c, rule) for c in syntax.named_children if c.type != "comment"]
            in_stream = len(parts) == 4 and not any(
                argument.type == "initializer_list" for argument in arguments_of(node)
            )
            parts += map(spelled, ("1", "1", "0")[len(parts) :])
            function = node.child_by_field_name("function")
            assert function is not None
            given = [quoted(argument, rule) for argument in arguments_of(node)]
            if (asks_limits or bounded) and translation.code.is_one_function(node):
                parts[2] = form("lw_brought_to({}, {})", quoted(function, rule), parts[2])
            elif as_program:
                parts[2] = _brought(parts[2], translation.code.kernel(called(node)), translation.code, space)
            if as_program and translation.asks_launches and len(parts) == 4 and translation.code.is_one_function(node):
                *shape, stream = parts
                told = [*shape, quoted(function, rule), *given]
                return form('lw_start_kernel({}, "{}", {})', stream, called(node), joined(", ", told))
            if as_program:
                sizes = parts if translation.captures or in_stream else parts[:3]
                return _started(node, quoted(function, rule), given, sizes, translation.code)
            call = form("{}({})", quoted(function, rule), joined(", ", given))
            return form("{}::launch({}, [=]() {{ {}; }})", space, joined(", ", parts[:3]), call)
        if (
            as_program
            and (started := _started_by_pointer(node, kernels, rule, bounded=asks_limits or bounded)) is not None
        ):
            return started
        if node.type == "declaration" and "__shared__" in text_of(node) and "extern" in text_of(node):
            declarator = node.child_by_field_name("declarator")
            name = text_of(declarator.child_by_field_name("declarator")) if declarator is not None else ""
            if declarator is not None and declarator.type == "array_declarator" and name.isidentifier():
                qualifiers = [text_of(part) for part in node.children if text_of(part) in ("const", "volatile")]
                kind = " ".join([*qualifiers, text_of(node.child_by_field_name("type"))])
                return spelled(f"{kind} *{name} = reinterpret_cast<{kind} *>({space}::dynamic_memory);")
        if node.type == "storage_class_specifier" and text_of(node) == "static" and _is_of_block(node.parent):
            return NOTHING  # it is said once: what a block shares is static here
        if node.type == "preproc_call" and "unroll" in text_of(node):
            return NOTHING
        return None

    return text(quoted(translation.source.tree.root_node, rule))


def _limits(kernel: KernelTranslation, code: DeviceCode) -> KernelLimits | None:
    """What a kernel may be launched with, where somebody may ask it or it says so itself."""
    bound = kernel.function.launch_bounds
    return kernel.limits or (
        KernelLimits(kernel.function, bound, fixed_shared(kernel.function, code)) if bound else None
    )


def _brought(bytes: Code, kernel: DeviceFunction | None, code: DeviceCode, space: str) -> Code:
    """The ``bytes`` that a launch brings, beside what its kernel has and the bound that it says, where these can be told there."""
    if kernel is None:
        return bytes
    if fixed := fixed_shared(kernel, code, at_launch=True):
        bytes = form("{}::shared_beside({}, {})", space, bytes, fixed)
    bound = kernel.launch_bounds
    if bound and {*kernel.template_names, *kernel.names_of_class}.isdisjoint(names_in(bound)):
        bytes = form("{}::Brought({}, {})", space, bytes, bound)
    return bytes


def _started_by_pointer(node: Node, kernels: Set[str], rule: Rule, *, bounded: bool) -> Code | None:
    """A call that launches one of ``kernels`` otherwise than by ``<<<…>>>``, or one that is kept behind ``void *``; ``bounded``: kernels have
    limits of their own."""
    given = arguments_of(node) if node.type == "call_expression" else []
    if given and called(node) in _BY_POINTER:
        kernel = without_casts(given[0])
        if (name := _plain_name(kernel)) in kernels:
            others = [quoted(each, rule) for each in given[1:]] + [spelled("0")] * (len(given) == 4)
            if bounded:
                others[3] = form("lw_brought_to({}, {})", quoted(chosen(kernel), rule), others[3])
            start = "together" if called(node) == "cudaLaunchCooperativeKernel" else "behind"
            return form('lw_start_{}("{}", {})', start, name, joined(", ", [quoted(chosen(kernel), rule), *others]))
    if len(given) > 1 and called(node) == "cudaLaunchKernelEx":
        if (name := _plain_name(without_casts(given[1]))) in kernels:
            return form('lw_start_with("{}", {})', name, joined(", ", [quoted(each, rule) for each in given]))
    kept = kernel_behind_void(node)
    if kept is not None and (name := _plain_name(kept)) in kernels:
        return form('lw_kernel_of("{}", {})', name, quoted(chosen(kept), rule))
    return None


def _plain_name(kernel: Node) -> str:
    """A kernel's name without its namespaces and arguments of templates."""
    return text_of(kernel).partition("<")[0].rpartition("::")[2].strip()


def _is_of_block(declaration: Node | None) -> bool:
    """Whether a declaration is of memory that a block shares."""
    return declaration is not None and any(text_of(part) == "__shared__" for part in declaration.children)


def _takes_objects(launch: Node, code: DeviceCode) -> bool:
    """Whether a launch names the one kernel that it starts, and that takes what may have constructors by value."""
    kernel = code.kernel(called(launch))
    if kernel is None or not code.is_one_function(launch):
        return False
    return any(not p.pointers and not fundamental(p.base) for p in kernel.parameters)


def _started(launch: Node, function: Code, given: Sequence[Code], sizes: Sequence[Code], code: DeviceCode) -> Code:
    """A launch whose arguments are worked out before its threads run, ``sizes`` with its stream where it has one."""
    plain = [argument.type in _LITERALS for argument in arguments_of(launch)]
    names = [f"lw_{i}" for i in range(len(given))]
    inner = [own if is_plain else name for own, is_plain, name in zip(given, plain, names, strict=True)]
    outer = [own for own, is_plain in zip(given, plain, strict=True) if not is_plain]
    heads = (f"auto &&{name}" for name, is_plain in zip(names, plain, strict=True) if not is_plain)
    # A list in braces is made where the call is, of what is there then.
    listed = any(argument.type == "initializer_list" for argument in arguments_of(launch))
    taken = "&" if listed and len(sizes) < 4 else "="
    called_as = form("lw_call_kernel({})", joined(", ", [function, *inner]))
    if listed or not _takes_objects(launch, code):
        called_as = form("{}({})", function, joined(", ", inner))
    call = form("[{}]({}) {{ {}; }}", taken, ", ".join(heads), called_as)
    if len(sizes) == 4:
        *shape, stream = sizes
        return form('lw_start_in({}, "{}", {})', stream, called(launch), joined(", ", [*shape, call, *outer]))
    start = "lw_start_now" if listed else "lw_start"
    return form('{}("{}", {})', start, called(launch), joined(", ", [*sizes, call, *outer]))
