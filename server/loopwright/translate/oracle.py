"""The program that runs a kernel of a file under the oracle and its translation beside it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from importlib import resources

from tree_sitter import Node

from loopwright.cuda.conversions import Conversions
from loopwright.cuda.direct import SUFFIX, direct_blocks
from loopwright.cuda.file import FileTranslation, KernelTranslation
from loopwright.cuda.functions import DeviceFunction, called, is_launch
from loopwright.cuda.host import is_cuda_header, is_device_variable
from loopwright.cuda.launches import constant_names
from loopwright.cuda.rewriting import file_level, inside, rewritten, walk
from loopwright.cuda.rows import PIECE
from loopwright.cuda.spec import operations
from loopwright.cuda.support import pieces
from loopwright.cuda.variables import Variable, name_node
from loopwright.source.nodes import text_of

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
    "runtime",
    "helpers",
)
_WHERE_NAMED = ("intrinsics", "half_more", "complex", "nvtx", "textures", "curand", "thrust")
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
_FLOATS = re.compile(r"\bfloat|\bhalf|\d\.?\d*f\b|\b\w+f\(")
_DYNAMIC_BYTES = 24576
TRIALS = 6
_MOST_LITERALS = 24
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[fFuUlL]*")
# Sizes of blocks to be tried where neither a launch nor the kernel tells one.
_BLOCKS = {
    1: ("256", "128", "64", "32", "512", "1024"),
    2: ("16, 16", "8, 8", "32, 8", "32, 32", "32, 4"),
    3: ("8, 8, 4", "4, 4, 4", "8, 8, 8"),
}


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
    translation: FileTranslation, kernels: Sequence[KernelTranslation], space: str, macros: Sequence[str] = ()
) -> str:
    """C++ of a library that judges ``kernels``, with the function ``<space>_judge``. ``macros`` of the build are defined where
    the file's text begins."""
    lines = [f"#include <{name}>" for name in (*_STANDARD, "math.h", "ctime", "chrono")]
    words = set(re.findall(r"\w+", translation.source.text))
    shared = [pieces()[name] for name in _SHARED_WITH_TRANSLATION]
    shared += [pieces()[name] for name in _WHERE_NAMED if pieces()[name].names & words]
    lines += [f"#include <{name}>" for name in dict.fromkeys(i for piece in shared for i in piece.includes)]
    lines += [piece.text for piece in shared]
    # The file's own macros may be called as anything: our headers come first.
    lines += [f'#include "{name}"' for name in ("oracle.h", "harness.h", "fillers.h")]
    lines += [f"#define {old} {new}" for old, new in operations().renamed.items()]
    lines += [_operator_macro(old, new) for old, new in operations().operators.items()]
    lines += [
        "#define __CUDA_ARCH__ 800",
        *(_definition(macro) for macro in macros),
        f"#define main {space}_main_of_the_file",
        '#line 1 "kernel.cu"',
        original_text(translation, space),
    ]
    lines += [f"#undef {word}" for word in _WORDS]
    lines.append('#line 1 "judge"')
    own = _struct_fillers(translation.source.tree.root_node, space)
    cases = []
    for number, kernel in enumerate(kernels):
        name, types, given = _call(translation, kernel)
        own.append(
            f"static void {space}_original_{number}(const unsigned *shape, size_t shared_bytes, void **arguments) {{\n"
            f"    {space}::launch(dim3(shape[0], shape[1], shape[2]), dim3(shape[3], shape[4], shape[5]), shared_bytes, "
            f"[=]() {{ {name}({', '.join(given)}); }});\n}}"
        )
        cases.append(_case(translation, kernel, types, number, space))
    globals_ = ", ".join(f'{space}::global_of("{g}", {g})' for g in device_variables(translation))
    lines += own
    lines.append(_ENTRY.replace("@space@", space).replace("@globals@", globals_).replace("@cases@", "\n".join(cases)))
    return "\n".join(lines)


def _definition(macro: str) -> str:
    name, _, value = macro.partition("=")
    return f"#define {name} {value if '=' in macro else 1}".replace("\n", " ")


_ENTRY = """
extern "C" __attribute__((visibility("default"))) void @space@_judge(@space@_shared *shared) {
    std::vector<@space@::Global> globals{@globals@};
    switch (shared->plan.number) {
@cases@
    }
}
"""


def gpu_program(translation: FileTranslation, kernels: Sequence[KernelTranslation], space: str = "lw") -> str:
    """CUDA C++ of the same library where a GPU runs the kernels."""
    lines = [f"#include <{name}>" for name in (*_STANDARD, "math.h", "ctime", "chrono", "cuda_fp16.h", "cuda_bf16.h")]
    lines += [f'#include "{name}"' for name in ("gpu.h", "harness.h", "fillers.h")]
    lines += [f"#define main {space}_main_of_the_file", translation.source.text]
    lines += [f"#undef {word}" for word in _WORDS]
    lines += _struct_fillers(translation.source.tree.root_node, space)
    cases = []
    for number, kernel in enumerate(kernels):
        name, types, _ = _call(translation, kernel)
        given = ", ".join(f"{space}::argument<{t}>(arguments[{i}])" for i, t in enumerate(types))
        lines.append(
            f"static void {space}_original_{number}(const unsigned *shape, size_t shared_bytes, void **arguments) {{\n"
            f"    {space}::copy_there();\n"
            f"    {name}<<<dim3(shape[0], shape[1], shape[2]), dim3(shape[3], shape[4], shape[5]), shared_bytes>>>({given});\n"
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
    lines += [f"#undef {word}" for word in _WORDS]
    if any(k.direct for k in kernels):
        lines.append("static int lw_taken = 0;")
    for number, kernel in enumerate(kernels):
        name, _, arguments = _call(translation, kernel)
        given = ["dim3(shape[0], shape[1], shape[2])"]
        if kernel.takes_block:
            given.append("dim3(shape[3], shape[4], shape[5])")
        if kernel.takes_bytes:
            given.append("shared_bytes")
        call = f"{name}({', '.join([*given, *arguments])});"
        if kernel.direct:
            block = "dim3(shape[3], shape[4], shape[5])"
            call = f"if ({name}{SUFFIX}({', '.join([given[0], block, *arguments])})) ++lw_taken;\n    else {call}"
        lines.append(
            f"{export} void lw_translated_{number}(const unsigned *shape, size_t shared_bytes, void **arguments) {{\n"
            f"    (void)shared_bytes;\n    {call}\n}}"
        )
    found = '    if (!strcmp(name, "lw_taken")) return (void *)&lw_taken;\n' if any(k.direct for k in kernels) else ""
    if watched_in:
        found = f'    if (!strcmp(name, "lw_taken")) return (void *)&{watched_in}::races;\n'
    found += "".join(f'    if (!strcmp(name, "{g}")) return (void *)&{g};\n' for g in device_variables(translation))
    lines.append(f"{export} void *lw_global(const char *name) {{\n{found}    return nullptr;\n}}\n")
    return "\n".join(lines)


def _call(translation: FileTranslation, kernel: KernelTranslation) -> tuple[str, list[str], list[str]]:
    """A kernel's name with template arguments, the types of its parameters, and arguments out of an array."""
    template = template_arguments(translation, kernel)
    types = [parameter_type(p, kernel, template) for p in kernel.function.parameters]
    given = [f"*(std::remove_cv_t<std::remove_reference_t<{t}>> *)arguments[{i}]" for i, t in enumerate(types)]
    return f"{kernel.name}{template}", types, given


def original_text(translation: FileTranslation, space: str = "lw") -> str:
    """The file as a C++ compiler with the oracle's header reads it: only launches and the headers of CUDA change, and what has
    no translation is left out."""

    left_out = {k.function.whole.id for k in translation.kernels if k.text is None} | translation.broken
    names = {k.name for k in translation.kernels if k.text is None}

    constants = frozenset(constant_names(translation.source.tree.root_node))
    converting = {f.node.id: Conversions(f, translation.code, constants) for f in translation.code.functions}

    def rule(node: Node) -> str | None:
        conversions = converting.get(node.id)
        if conversions is not None and node.id not in left_out:
            return inside(node, conversions.rule(plain))
        return plain(node)

    def plain(node: Node) -> str | None:
        if node.id in left_out:
            return "\n" * text_of(node).count("\n")
        if node.type == "preproc_include":
            return "" if is_cuda_header(text_of(node)) else None
        if node.type == "call_expression" and is_launch(node):
            if called(node) in names:
                return "((void)0)"
            syntax = next(c for c in node.children if c.type == "kernel_call_syntax")
            parts = [rewritten(c, rule) for c in syntax.named_children if c.type != "comment"]
            parts += ["1", "1", "0"][len(parts) :]
            function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            assert function is not None
            assert listed is not None
            return f"{space}::launch({', '.join(parts[:3])}, [=]() {{ {rewritten(function, rule)}{rewritten(listed, rule)}; }})"
        if node.type == "declaration" and "__shared__" in text_of(node) and "extern" in text_of(node):
            text = text_of(node)
            match = re.match(r"(?:extern\s+__shared__|__shared__\s+extern)\s+(.*?)(\w+)\s*\[\s*\]\s*;", text, re.DOTALL)
            if match:
                kind = re.sub(r"__align__\s*\([^)]*\)", "", match[1]).strip()
                return f"{kind} *{match[2]} = reinterpret_cast<{kind} *>({space}::dynamic_memory);"
        if node.type == "preproc_call" and "unroll" in text_of(node):
            return ""
        return None

    return rewritten(translation.source.tree.root_node, rule)


def device_variables(translation: FileTranslation) -> list[str]:
    """Names of the file's variables that live on the device."""
    found = []
    for node in translation.source.tree.root_node.named_children:
        text = text_of(node)
        head = text.split("=")[0].split("{")[0]
        if node.type == "declaration" and is_device_variable(node) and "(" not in head:
            names = [name_node(d) for d in node.children_by_field_name("declarator")]
            found += [text_of(n) for n in names if n is not None and "extern" not in head]
    return found


_SAID = re.compile(r"\d+|true|false|float|double|int|unsigned|half|__half|float[234]")


def template_arguments(translation: FileTranslation, kernel: KernelTranslation) -> str:
    """What a template kernel is tried with: the arguments of a launch that says them, else float and small numbers."""
    names = kernel.function.template_names
    if kernel.function.specialised:
        return kernel.function.written_name[kernel.function.written_name.index("<") :]
    if not names:
        return ""
    taken = [
        _plain(k.function.written_name) for k in translation.kernels if k.name == kernel.name and k.function.specialised
    ]
    known = constant_names(translation.source.tree.root_node)
    for launch in translation.launches:
        function = launch.node.child_by_field_name("function")
        if launch.kernel == kernel.name and function is not None and function.type == "template_function":
            listed = function.child_by_field_name("arguments")
            parts = [text_of(n) for n in listed.named_children] if listed is not None else []
            found = f"<{', '.join(parts)}>"
            if len(parts) == len(names) and all(_SAID.fullmatch(p) or p in known for p in parts):
                if _plain(f"{kernel.name}{found}") not in taken:
                    return found
    values = []
    parameters = kernel.function.whole.child_by_field_name("parameters")
    for node in parameters.named_children if parameters is not None else ():
        if node.type in ("type_parameter_declaration", "optional_type_parameter_declaration"):
            values.append("float")
        else:
            default = node.child_by_field_name("default_value")
            values.append("true" if "bool" in text_of(node) else text_of(default) if default is not None else "16")
    found = f"<{', '.join(values)}>"
    for other in ("double", "int", "unsigned", "8", "24", "false"):
        if _plain(f"{kernel.name}{found}") in taken:
            at = next((i for i, v in enumerate(values) if v.isdigit() == other.isdigit()), 0)
            found = f"<{', '.join([*values[:at], other, *values[at + 1 :]])}>"
    return found


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text)


def parameter_type(parameter: Variable, kernel: KernelTranslation, arguments: str) -> str:
    """A parameter's type as text, template parameters filled in."""
    declarator = re.sub(rf"\b{re.escape(parameter.name)}\b", "", parameter.declarator, count=1)
    text = f"{parameter.head} {declarator}".replace("[]", "*")
    text = re.sub(r"\[[^\]]*\]", "*", text, count=1) if parameter.extents and "[]" not in parameter.declarator else text
    text = text.replace("__restrict__", "").replace("__restrict", "").replace("__grid_constant__", "").strip()
    for name, value in zip(
        kernel.function.template_names, [a.strip() for a in arguments[1:-1].split(",")], strict=False
    ):
        text = re.sub(rf"\b{re.escape(name)}\b", value, text)
    return text


def _case(
    translation: FileTranslation, kernel: KernelTranslation, types: list[str], number: int, space: str = "lw"
) -> str:
    parameters = kernel.function.parameters
    values = ", ".join(f'{space}::value_of<{t}>("{p.name}")' for p, t in zip(parameters, types, strict=True))
    shape = kernel.shape
    functions = (kernel.function, *translation.code.reached(kernel.function))
    grid = min(shape.grid, max(f.mentioned.get("blockIdx", 0) for f in functions))
    if shape.sizes:
        blocks = [", ".join(shape.sizes)]
    elif not any("threadIdx" in translation.code.context(f) or translation.code.uses_methods(f) for f in functions):
        blocks = ["1", "32"]
    elif kernel.function.launch_bounds:
        blocks = _factors(kernel.function.launch_bounds, shape.block)
    else:
        own = [launch.block for launch in translation.launches if launch.kernel == kernel.name and launch.block]
        known = [", ".join(b) for b in own if all(re.fullmatch(r"\d+", part) for part in b)]
        blocks = [*known, *_BLOCKS[shape.block]]
    if kernel.direct:
        blocks = [*direct_blocks(kernel.text or "", shape.block), *blocks]
    dimensions = ", ".join(f"dim3({b})" for b in blocks)
    old = takes_old_values(translation, kernel)
    dynamic = _DYNAMIC_BYTES if kernel.dynamic else 0
    return f"""    case {number}: {{
        {space}::Setup setup{{{{{dimensions}}}, {grid}, {dynamic}, {str(old).lower()}, {_pieces(kernel)}, {{{", ".join(_literals(translation, functions))}}}}};
        {space}::judge({{{values}}}, globals, {space}_original_{number}, setup, shared);
        break;
    }}"""


def _pieces(kernel: KernelTranslation) -> int:
    """A size that a translation cuts its work into, 0 for none."""
    return PIECE if f"+= {PIECE})" in (kernel.text or "") else 0


def _literals(translation: FileTranslation, functions: Iterable[DeviceFunction]) -> list[str]:
    """Numbers that functions name, by themselves or by a macro."""
    words = {word for f in functions for word in f.words}
    nodes = [n for f in functions for n in walk(f.body) if n.type == "number_literal"]
    texts = [text_of(n) for n in nodes]
    for node in file_level(translation.source.tree.root_node):
        if node.type == "preproc_def" and text_of(node.child_by_field_name("name")) in words:
            texts.append(text_of(node.child_by_field_name("value")).strip())
    plain = dict.fromkeys(t.rstrip("fFuUlL") for t in texts if _NUMBER.fullmatch(t))
    return list(plain)[:_MOST_LITERALS]


def takes_old_values(translation: FileTranslation, kernel: KernelTranslation) -> bool:
    """Whether a kernel does something with what atomics find: the order of what it stores may differ."""
    return any(_wants_old_value(f.body) for f in (kernel.function, *translation.code.reached(kernel.function)))


def only_doubles(translation: FileTranslation) -> bool:
    """Whether nothing in the file is worked out as float."""
    return not _FLOATS.search(translation.source.text)


def _factors(bounds: str, dimensions: int) -> list[str]:
    """Blocks of so many threads as the kernel was built for."""
    if dimensions == 1 or not bounds.isdigit():
        return [bounds]
    count = int(bounds)
    if dimensions == 2:
        return [f"{x}, {count // x}" for x in range(1, count + 1) if count % x == 0]
    return [
        f"{x}, {y}, {count // x // y}"
        for x in range(1, count + 1)
        if count % x == 0
        for y in range(1, count // x + 1)
        if count // x % y == 0
    ]


def _wants_old_value(body: Node) -> bool:
    """Whether something is done with the value that an atomic operation found: what is stored may come in any order."""
    calls = (n for n in walk(body) if n.type == "call_expression" and called(n).startswith("atomic"))
    return any(call.parent is not None and call.parent.type != "expression_statement" for call in calls)


def _operator_macro(name: str, template: str) -> str:
    letters = [chr(ord("a") + i) for i in range(max(1, len(set(re.findall(r"\{(\d)\}", template)))))]
    return f"#define {name}({', '.join(letters)}) {template.format(*(f'({x})' for x in letters))}"


def _struct_fillers(root: Node, space: str = "lw") -> list[str]:
    """How structs of the file are filled: each field by its type."""
    found = []
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
                field = re.sub(r"[\s*]|\[.*", "", text)
                bases.add(base if "*" not in text else "*")
                lines.append(f"fill_field(v.{field}, i, mode);")
        kind = 4 if bases == {"float"} else 8 if bases == {"double"} else 0 if "*" in bases else 1
        found.append(
            f"namespace {space} {{ template <> struct Filler<{name}> {{ static constexpr int kind = {kind}; "
            f"LW_OWN static void fill({name} &v, size_t i, Mode mode) {{ {' '.join(lines)} }} }}; }}"
        )
    return found


def _above(node: Node) -> list[Node]:
    found, at = [], node.parent
    while at is not None:
        found.append(at)
        at = at.parent
    return found


def header(name: str) -> str:
    """The text of one of the judge's headers."""
    return resources.files("loopwright.translate").joinpath(name).read_text("utf-8")
