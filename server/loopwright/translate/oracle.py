"""The program that runs a kernel of a file under the oracle and its translation beside it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence, Set
from importlib import resources
from itertools import zip_longest
from string import Formatter
from types import MappingProxyType

from tree_sitter import Node

from loopwright.cuda.lower.direct import SUFFIX
from loopwright.cuda.lower.surroundings import is_in_function
from loopwright.cuda.print.support import pieces
from loopwright.cuda.read.block_memory import is_device_variable
from loopwright.cuda.read.rewriting import file_level, walk
from loopwright.cuda.read.variables import name_node
from loopwright.cuda.spec import operations
from loopwright.cuda.translation import FileTranslation, KernelTranslation, marks_of
from loopwright.lang.lookup import namespace_of
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in, words_in
from loopwright.translate.original import original_text
from loopwright.translate.told_launch import ToldLaunch
from loopwright.translate.tried import (
    blocks_of,
    literals,
    parameter_type,
    piece_of,
    takes_old_values,
    template_arguments,
)

_SHARED_WITH_TRANSLATION = (
    "versions",
    "dim3",
    "vectors",
    "half",
    "minmax",
    "mathematics",
    "conversions",
    "bits",
    "atomics",
    "clocks",
    "kernel_limits",
    "runtime",
    "helpers",
)
_WHERE_NAMED = (
    "packs",
    "helper_math",
    "cutil",
    "intrinsics",
    "shifts",
    "ptx",
    "half_more",
    "fp8",
    "complex",
    "nvtx",
    "textures",
    "curand",
    "thrust",
    "placeholders",
    "pipeline",
    "libcu",
    "libcu_numbers",
    "libcu_later",
    "wmma",
)
_STANDARD = [
    "algorithm",
    "cmath",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "functional",
    "string",
    "vector",
    "utility",
    "type_traits",
    "atomic",
]
# What a kernel's text is compiled with, and what is compiled once for all kernels.
JUDGE_HEADERS = ("oracle.h", "harness.h", "fillers.h", "hooks.h", "subscripts.h")
ORACLE_HEADERS = ("scheduler.h", "judging.h")
GPU_HEADERS = ("gpu.h", "harness.h", "judging.h", "fillers.h", "shared.h")
_DYNAMIC_BYTES = 24576
TRIALS = 6


def new_space() -> str:
    """A name that nobody can guess for all that is ours in a judge."""
    return f"lw{secrets.token_hex(12)}"


def in_space(text: str, space: str) -> str:
    """A text of ours with its own name for `lw`."""
    return re.sub(r"(?<![A-Za-z0-9])lw(?=_|\b)", space, text)


# Our words behind the user's text: what macros of the file made of them does not count there.
_WORDS = (
    *(
        "namespace",
        "template",
        "struct",
        "static",
        "constexpr",
        "int",
        "unsigned",
        "const",
        "void",
        "char",
        "extern",
        "switch",
    ),
    *(
        "case",
        "break",
        "return",
        "if",
        "for",
        "sizeof",
        "true",
        "false",
        "auto",
        "default",
        "nullptr",
        "typename",
        "using",
    ),
    *(
        "__attribute__",
        "visibility",
        "Filler",
        "Mode",
        "fill",
        "fill_field",
        "fill_many",
        "fill_one",
        "kind",
        "mode",
        "size_t",
    ),
    *(
        "std",
        "vector",
        "remove_cv_t",
        "remove_reference_t",
        "launch",
        "shape",
        "shared_bytes",
        "arguments",
        "globals",
        "shared",
    ),
    *(
        "Global",
        "global_of",
        "Setup",
        "setup",
        "judge",
        "value_of",
        "plan",
        "number",
        "dim3",
        "no_sanitize",
        "main",
        "i",
        "v",
    ),
    *(
        "argument",
        "copy_there",
        "copy_back",
        "symbol",
        "decltype",
    ),
)


def judge_program(
    translation: FileTranslation,
    kernels: Sequence[KernelTranslation],
    space: str,
    macros: Sequence[str] = (),
    launches: Sequence[ToldLaunch | None] = (),
) -> str:
    """C++ of a library that judges ``kernels``, with the function ``<space>_judge``. ``macros`` of the build are defined where
    the file's text begins; ``launches``: one that is told of each kernel, if anything is known of them."""
    original = original_text(translation, space)
    words = words_of_file(translation) | set(names_in(original))
    lines = before_the_file(words, [f'#include "{name}"' for name in JUDGE_HEADERS])
    lines += [
        "#define __CUDA_ARCH__ 800",
        *(definition(macro) for macro in macros),
        f"#define main {space}_main_of_the_file",
        '#line 1 "kernel.cu"',
        original,
    ]
    lines += [f"#undef {word}" for word in _WORDS]
    lines += ['#line 1 "judge"', *_namespaces(kernels)]
    own = _struct_fillers(translation.source.tree.root_node, space)
    cases = []
    for number, (kernel, launch) in enumerate(zip_longest(kernels, launches)):
        name, types, given = _call(translation, kernel)
        own.append(
            f"static void {space}_original_{number}(const unsigned *lw_shape, size_t lw_bytes, void **lw_given) {{\n"
            f"    {space}::launch(dim3(lw_shape[0], lw_shape[1], lw_shape[2]), dim3(lw_shape[3], lw_shape[4], lw_shape[5]), lw_bytes, "
            f"[=]() {{ {name}({', '.join(given)}); }});\n}}"
        )
        cases.append(_case(translation, kernel, types, number, space, launch))
    globals_ = ", ".join(f'{space}::global_of("{g}", {g})' for g in device_variables(translation))
    lines += own
    lines.append(_ENTRY.replace("@space@", space).replace("@globals@", globals_).replace("@cases@", "\n".join(cases)))
    return "\n".join(lines)


def words_of_file(translation: FileTranslation) -> set[str]:
    """What a file says by which it asks for definitions of ours."""
    words = {word.decode("utf-8", "replace") for word in words_in(translation.source.data)}
    words |= {piece.only for piece in pieces().values() if piece.only and piece.only in translation.source.text}
    return words | marks_of(translation.source, translation.view)


def oracle_program() -> str:
    """C++ of what runs the threads of a kernel and judges it: the same for all kernels."""
    return "\n".join(before_the_file(frozenset(), [f'#include "{name}"' for name in ORACLE_HEADERS]))


def before_the_file(
    words: Set[str], own: Sequence[str], instead: Mapping[str, str] = MappingProxyType({}), also: Sequence[str] = ()
) -> list[str]:
    """What stands before a file that a C++ compiler reads as it is: CUDA's names as far as ``words`` name them, ``own`` headers of the
    oracle, which come before macros of the file that may be called as anything, and the functions that have another name.
    ``instead``: the text of pieces that are others here; ``also``: more pieces, where they are named."""
    lines = standard_headers()
    shared = [pieces()[name] for name in _SHARED_WITH_TRANSLATION]
    named = (pieces()[name] for name in (*_WHERE_NAMED, *also))
    shared += [piece for piece in named if piece.names & words and (not piece.only or piece.only in words)]
    lines += [f"#include <{name}>" for name in dict.fromkeys(i for piece in shared for i in piece.includes)]
    lines += [*(instead.get(piece.name, piece.text) for piece in shared), *own]
    lines += [f"#define {old} {new}" for old, new in operations().renamed.items()]
    return lines + [_operator_macro(old, new) for old, new in operations().operators.items()]


def standard_headers() -> list[str]:
    """What all of these texts begin with, whatever the file is."""
    shared = (include for name in _SHARED_WITH_TRANSLATION for include in pieces()[name].includes)
    return [f"#include <{name}>" for name in dict.fromkeys((*_STANDARD, "math.h", "ctime", "chrono", *shared))]


def definition(macro: str) -> str:
    """A macro of the command line as a line of the text."""
    name, _, value = macro.partition("=")
    return f"#define {name} {value if '=' in macro else 1}".replace("\n", " ")


_ENTRY = """
extern "C" __attribute__((visibility("default"))) void @space@_judge(@space@_shared *lw_given) {
    std::vector<@space@::Global> lw_globals{@globals@};
    switch (lw_given->plan.number) {
@cases@
    }
}
"""


def gpu_program(translation: FileTranslation, kernels: Sequence[KernelTranslation], space: str = "lw") -> str:
    """CUDA C++ of the same library where a GPU runs the kernels."""
    lines = [f"#include <{name}>" for name in (*_STANDARD, "math.h", "ctime", "chrono", "cuda_fp16.h", "cuda_bf16.h")]
    lines += [f'#include "{name}"' for name in ("gpu.h", "judging.h", "fillers.h")]
    lines += [f"#define main {space}_main_of_the_file", translation.source.text]
    lines += [*(f"#undef {word}" for word in _WORDS), *_namespaces(kernels)]
    lines += _struct_fillers(translation.source.tree.root_node, space)
    cases = []
    for number, kernel in enumerate(kernels):
        name, types, _ = _call(translation, kernel)
        given = ", ".join(f"{space}::argument<{t}>(lw_given[{i}])" for i, t in enumerate(types))
        lines.append(
            f"static void {space}_original_{number}(const unsigned *lw_shape, size_t lw_bytes, void **lw_given) {{\n"
            f"    {space}::copy_there();\n"
            f"    {name}<<<dim3(lw_shape[0], lw_shape[1], lw_shape[2]), dim3(lw_shape[3], lw_shape[4], lw_shape[5]), lw_bytes>>>({given});\n"
            f"    {space}::copy_back();\n}}"
        )
        cases.append(_case(translation, kernel, types, number, space))
    globals_ = ", ".join(
        f'{space}::global_of("{g}", *(std::remove_reference_t<decltype({g})> *){space}::symbol("{g}", {g}))'
        for g in device_variables(translation)
    )
    lines.append(_ENTRY.replace("@space@", space).replace("@globals@", globals_).replace("@cases@", "\n".join(cases)))
    return "\n".join(lines)


def translated_library(translation: FileTranslation, kernels: Sequence[KernelTranslation], watched_in: str = "") -> str:
    """C++ of the translation with functions for the judge: one for each of ``kernels``. ``watched_in``: the name of all that is
    ours where its loops are watched (watch.h)."""
    export = 'extern "C" __attribute__((visibility("default")))'
    lines = ["#define main lw_main_of_the_file", "#include <type_traits>", translation.text, "#undef main"]
    if watched_in:
        lines.insert(0, '#include "watch.h"')
    lines += [*(f"#undef {word}" for word in _WORDS), *_namespaces(kernels)]
    if any(k.direct for k in kernels):
        lines.append("static int lw_taken = 0;")
    for number, kernel in enumerate(kernels):
        name, _, arguments = _call(translation, kernel)
        given = ["dim3(lw_shape[0], lw_shape[1], lw_shape[2])"]
        if kernel.takes_block:
            given.append("dim3(lw_shape[3], lw_shape[4], lw_shape[5])")
        if kernel.takes_bytes:
            given.append("lw_bytes")
        call = f"{name}({', '.join([*given, *arguments])});"
        if kernel.direct:
            block = "dim3(lw_shape[3], lw_shape[4], lw_shape[5])"
            call = f"if ({name}{SUFFIX}({', '.join([given[0], block, *arguments])})) ++lw_taken;\n    else {call}"
        lines.append(
            f"{export} void lw_translated_{number}(const unsigned *lw_shape, size_t lw_bytes, void **lw_given) {{\n"
            f"    (void)lw_bytes;\n    {call}\n}}"
        )
    found = (
        '    if (!strcmp(lw_name, "lw_taken")) return (void *)&lw_taken;\n' if any(k.direct for k in kernels) else ""
    )
    if watched_in:
        found = f'    if (!strcmp(lw_name, "lw_taken")) return (void *)&{watched_in}::races;\n'
    found += "".join(f'    if (!strcmp(lw_name, "{g}")) return (void *)&{g};\n' for g in device_variables(translation))
    lines.append(f"{export} void *lw_global(const char *lw_name) {{\n{found}    return nullptr;\n}}\n")
    return "\n".join(lines)


def _call(translation: FileTranslation, kernel: KernelTranslation) -> tuple[str, list[str], list[str]]:
    """A kernel's name with template arguments, the types of its parameters, and arguments out of an array."""
    template = template_arguments(translation, kernel)
    types = [parameter_type(p, kernel, template) for p in kernel.function.parameters]
    given = [f"*(std::remove_cv_t<std::remove_reference_t<{t}>> *)lw_given[{i}]" for i, t in enumerate(types)]
    return "::".join((*kernel.function.namespace, f"{kernel.name}{template}")), types, given


def _namespaces(kernels: Sequence[KernelTranslation]) -> list[str]:
    """What makes the types of kernels' parameters known outside their namespaces."""
    return [f"using namespace {'::'.join(n)};" for n in dict.fromkeys(k.function.namespace for k in kernels) if n]


def device_variables(translation: FileTranslation) -> list[str]:
    """Names of the file's variables that live on the device, with their namespaces."""
    found = []
    for node in file_level(translation.source.tree.root_node):
        text = text_of(node)
        head = text.split("=")[0].split("{")[0]
        if node.type == "declaration" and is_device_variable(node) and "(" not in head and not is_in_function(node):
            names = [name_node(d) for d in node.children_by_field_name("declarator")]
            where = namespace_of(node)
            own = [text_of(n) for n in names if n is not None and "extern" not in head]
            found += ["::".join((*where, name)) for name in own]
    return found


def _case(
    translation: FileTranslation,
    kernel: KernelTranslation,
    types: list[str],
    number: int,
    space: str = "lw",
    launch: ToldLaunch | None = None,
) -> str:
    parameters = kernel.function.parameters
    values = ", ".join(f'{space}::value_of<{t}>("{p.name}")' for p, t in zip(parameters, types, strict=True))
    functions = (kernel.function, *translation.code.reached(kernel.function))
    grid = min(kernel.shape.grid, max(f.mentioned.get("blockIdx", 0) for f in functions))
    dimensions = ", ".join(f"dim3({block})" for block in blocks_of(translation, kernel, functions))
    old = takes_old_values(translation, kernel)
    dynamic = _DYNAMIC_BYTES if kernel.dynamic else 0
    numbers, told = ", ".join(literals(translation, functions)), _told(launch)
    return f"""    case {number}: {{
        {space}::Setup setup{{{{{dimensions}}}, {grid}, {dynamic}, {str(old).lower()}, {piece_of(translation, kernel)}, {{{numbers}}}, {{{told}}}}};
        {space}::judge({{{values}}}, lw_globals, {space}_original_{number}, setup, lw_given);
        break;
    }}"""


def _told(launch: ToldLaunch | None) -> str:
    """A launch as the judge's headers say it, empty for none."""
    if launch is None:
        return ""
    grid, block = (", ".join(map(str, sizes)) for sizes in (launch.grid, launch.block))
    arguments = ", ".join(f"{{{at}, {value!r}}}" for at, value in launch.arguments)
    return f"{{dim3({grid}), dim3({block}), {{{arguments}}}, {str(launch.is_whole).lower()}}}"


def _operator_macro(name: str, template: str) -> str:
    fields = {field for _, field, _, _ in Formatter().parse(template) if field}
    letters = [chr(ord("a") + i) for i in range(max(1, len(fields)))]
    return f"#define {name}({', '.join(letters)}) {template.format(*(f'({x})' for x in letters))}"


def _struct_fillers(root: Node, space: str = "lw") -> list[str]:
    """How structs of the file are filled: each field by its type; none that is defined in several parts of a conditional."""
    found: dict[str, list[str]] = {}
    for node in walk(root):
        if node.type != "struct_specifier" or node.child_by_field_name("body") is None:
            continue
        parent = node.parent
        if parent is not None and parent.type == "template_declaration":
            continue
        name = text_of(node.child_by_field_name("name"))
        if not name and parent is not None and parent.type == "type_definition":
            name = text_of(parent.child_by_field_name("declarator"))
        body = node.child_by_field_name("body")
        if (
            not name
            or body is None
            or any(a.type in ("function_definition", "field_declaration_list") for a in _above(node))
        ):
            continue
        lines, bases = [], set()
        for declared in body.named_children:
            if declared.type != "field_declaration":
                continue
            base = text_of(declared.child_by_field_name("type"))
            for declarator in declared.children_by_field_name("declarator"):
                text = text_of(declarator)
                if "(" in text:
                    continue
                field = text_of(name_node(declarator))
                bases.add(base if "*" not in text else "*")
                filled = f"fill_field(v.{field}, i, mode);"
                if any(n.type == "bitfield_clause" for n in declared.named_children):  # nothing can refer to one
                    filled = f"{{ auto part = v.{field}; fill_field(part, i, mode); v.{field} = part; }}"
                lines.append(filled)
        kind = 4 if bases == {"float"} else 8 if bases == {"double"} else 0 if "*" in bases else 1
        found.setdefault(name, []).append(
            f"namespace {space} {{ template <> struct Filler<{name}> {{ static constexpr int kind = {kind}; "
            f"LW_OWN static void fill({name} &v, size_t i, Mode mode) {{ {' '.join(lines)} }} }}; }}"
        )
    return [fillers[0] for fillers in found.values() if len(fillers) == 1]


def _above(node: Node) -> list[Node]:
    found, at = [], node.parent
    while at is not None:
        found.append(at)
        at = at.parent
    return found


def header(name: str) -> str:
    """The text of one of the judge's headers."""
    return resources.files("loopwright.translate").joinpath(name).read_text("utf-8")
