"""The program that runs a kernel of a file under the oracle and its translation beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

from tree_sitter import Node

from loopwright.cuda.direct import SUFFIX, direct_blocks
from loopwright.cuda.file import FileTranslation, KernelTranslation
from loopwright.cuda.functions import called, is_launch
from loopwright.cuda.host import is_cuda_header, is_device_variable
from loopwright.cuda.launches import constant_names
from loopwright.cuda.rewriting import rewritten, walk
from loopwright.cuda.spec import operations
from loopwright.cuda.support import pieces
from loopwright.cuda.variables import Variable, name_node
from loopwright.source.nodes import text_of

_SHARED_WITH_TRANSLATION = (
    "dim3",
    "vectors",
    "half",
    "minmax",
    "mathematics",
    "bits",
    "atomics",
    "clocks",
    "runtime",
    "helpers",
)
_WHERE_NAMED = ("complex", "nvtx", "thrust")
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
# Sizes of blocks to be tried where neither a launch nor the kernel tells one.
_BLOCKS = {
    1: ("256", "128", "64", "32", "512", "1024"),
    2: ("16, 16", "8, 8", "32, 8", "32, 32", "32, 4"),
    3: ("8, 8, 4", "4, 4, 4", "8, 8, 8"),
}


def judge_program(translation: FileTranslation, kernels: Sequence[KernelTranslation], library: str) -> str:
    """C++ of the program that judges ``kernels``: it takes the number of a kernel and of the first trial.

    ``library`` is the path of the translation as a shared object.
    """
    lines = ["#define LW_THREADS", "#define LW_MEMORY (6ul << 30)", "#define LW_SECONDS 60", '#include "confine.h"']
    lines += [f"#include <{name}>" for name in (*_STANDARD, "math.h", "ctime", "chrono")]
    words = set(re.findall(r"\w+", translation.source.text))
    shared = [pieces()[name] for name in _SHARED_WITH_TRANSLATION]
    shared += [pieces()[name] for name in _WHERE_NAMED if pieces()[name].names & words]
    lines += [f"#include <{name}>" for name in dict.fromkeys(i for piece in shared for i in piece.includes)]
    lines += [piece.text for piece in shared]
    # The file's own macros may be called as anything: our headers come first.
    lines += ['#include "oracle.h"', '#include "harness.h"', '#include "fillers.h"']
    lines += [f"#define {old} {new}" for old, new in operations().renamed.items()]
    lines += [_operator_macro(old, new) for old, new in operations().operators.items()]
    lines += [
        "#define __CUDA_ARCH__ 800",
        "#define main lw_main_of_the_file",
        '#line 1 "kernel.cu"',
        original_text(translation),
        "#undef main",
    ]
    lines.append('#line 1 "judge"')
    lines += _struct_fillers(translation.source.tree.root_node)
    cases = []
    for number, kernel in enumerate(kernels):
        name, types, given = _call(translation, kernel)
        lines.append(
            f"static void lw_original_{number}(const unsigned *shape, size_t shared_bytes, void **arguments) {{\n"
            "    lw::launch(dim3(shape[0], shape[1], shape[2]), dim3(shape[3], shape[4], shape[5]), shared_bytes, "
            f"[=]() {{ {name}({', '.join(given)}); }});\n}}"
        )
        cases.append(_case(translation, kernel, types, number))
    globals_ = ", ".join(f'lw::global_of("{g}", {g})' for g in device_variables(translation))
    doubles = "false" if _FLOATS.search(translation.source.text) else "true"
    lines.append(
        _MAIN.replace("@library@", library)
        .replace("@doubles@", doubles)
        .replace("@globals@", globals_)
        .replace("@cases@", "\n".join(cases))
    )
    return "\n".join(lines)


_MAIN = """
int main(int, char **argv) {
    lw::report = fdopen(dup(1), "w");
    (void)!freopen("/dev/null", "w", stdout);
    void *library = dlopen("@library@", RTLD_NOW | RTLD_LOCAL);
    if (!library) return fprintf(lw::report, "untestable\\t%s\\n", dlerror()), fflush(lw::report), 0;
    auto other = (void *(*)(const char *))dlsym(library, "lw_global");
    std::vector<lw::Global> globals{@globals@};
    lw::only_doubles = @doubles@;
    const int number = atoi(argv[1]), first = atoi(argv[2]);
    auto translated = (lw::Run)dlsym(library, (std::string("lw_translated_") + argv[1]).c_str());
    // A rival is another translation: it stands in for the kernel, both are timed.
    lw::rival = getenv("LW_RIVAL") ? dlopen(getenv("LW_RIVAL"), RTLD_NOW | RTLD_LOCAL) : nullptr;
    lw::rival_run = lw::rival ? (lw::Run)dlsym(lw::rival, (std::string("lw_translated_") + argv[1]).c_str()) : nullptr;
    switch (number) {
@cases@
    }
    fflush(lw::report);
    _exit(0);
}
"""


def gpu_program(translation: FileTranslation, kernels: Sequence[KernelTranslation]) -> str:
    """CUDA C++ of the same program where a GPU runs the kernels; it has no translation to compare with and prints what
    the kernels leave."""
    # A GPU's driver maps far more addresses than it has memory.
    lines = ["#define LW_THREADS", "#define LW_DRIVER", "#define LW_MEMORY (1ul << 46)", "#define LW_SECONDS 60"]
    lines.append('#include "confine.h"')
    lines += [f"#include <{name}>" for name in (*_STANDARD, "math.h", "ctime", "chrono", "cuda_fp16.h", "cuda_bf16.h")]
    lines += ['#include "gpu.h"', '#include "harness.h"', '#include "fillers.h"']
    lines += ["#define main lw_main_of_the_file", translation.source.text, "#undef main"]
    lines += _struct_fillers(translation.source.tree.root_node)
    cases = []
    for number, kernel in enumerate(kernels):
        name, types, _ = _call(translation, kernel)
        given = ", ".join(f"lw::argument<{t}>(arguments[{i}])" for i, t in enumerate(types))
        lines.append(
            f"static void lw_original_{number}(const unsigned *shape, size_t shared_bytes, void **arguments) {{\n"
            f"    lw::copy_there();\n    {name}<<<dim3(shape[0], shape[1], shape[2]), dim3(shape[3], shape[4], shape[5]), "
            f"shared_bytes>>>({given});\n    lw::copy_back();\n}}"
        )
        cases.append(_case(translation, kernel, types, number))
    names = device_variables(translation)
    globals_ = ", ".join(
        f'lw::global_of("{g}", *(std::remove_reference_t<decltype({g})> *)lw::symbol("{g}", {g}))' for g in names
    )
    main = _MAIN.replace("@library@", "").replace("@globals@", globals_).replace("@doubles@", "false")
    main = main.replace("if (!library)", "if (false)").replace("dlsym(library", "dlsym(RTLD_DEFAULT")
    lines.append(main.replace("@cases@", "\n".join(cases)))
    return "\n".join(lines)


def translated_library(translation: FileTranslation, kernels: Sequence[KernelTranslation]) -> str:
    """C++ of the translation with functions for the judge: one for each of ``kernels``."""
    export = 'extern "C" __attribute__((visibility("default")))'
    lines = ["#define main lw_main_of_the_file", "#include <type_traits>", translation.text, "#undef main"]
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
    found += "".join(f'    if (!strcmp(name, "{g}")) return (void *)&{g};\n' for g in device_variables(translation))
    lines.append(f"{export} void *lw_global(const char *name) {{\n{found}    return nullptr;\n}}\n")
    return "\n".join(lines)


def _call(translation: FileTranslation, kernel: KernelTranslation) -> tuple[str, list[str], list[str]]:
    """A kernel's name with template arguments, the types of its parameters, and arguments out of an array."""
    template = template_arguments(translation, kernel)
    types = [parameter_type(p, kernel, template) for p in kernel.function.parameters]
    given = [f"*(std::remove_cv_t<std::remove_reference_t<{t}>> *)arguments[{i}]" for i, t in enumerate(types)]
    return f"{kernel.name}{template}", types, given


def original_text(translation: FileTranslation) -> str:
    """The file as a C++ compiler with the oracle's header reads it: only launches and the headers of CUDA change, and what has
    no translation is left out."""

    left_out = {k.function.whole.id for k in translation.kernels if k.text is None} | translation.broken
    names = {k.name for k in translation.kernels if k.text is None}

    def rule(node: Node) -> str | None:
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
            return (
                f"lw::launch({', '.join(parts[:3])}, [=]() {{ {rewritten(function, rule)}{rewritten(listed, rule)}; }})"
            )
        if node.type == "declaration" and "__shared__" in text_of(node) and "extern" in text_of(node):
            text = text_of(node)
            match = re.match(r"(?:extern\s+__shared__|__shared__\s+extern)\s+(.*?)(\w+)\s*\[\s*\]\s*;", text, re.DOTALL)
            if match:
                kind = re.sub(r"__align__\s*\([^)]*\)", "", match[1]).strip()
                return f"{kind} *{match[2]} = reinterpret_cast<{kind} *>(lw::dynamic_memory);"
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
    if not names:
        return ""
    known = constant_names(translation.source.tree.root_node)
    for launch in translation.launches:
        function = launch.node.child_by_field_name("function")
        if launch.kernel == kernel.name and function is not None and function.type == "template_function":
            listed = function.child_by_field_name("arguments")
            parts = [text_of(n) for n in listed.named_children] if listed is not None else []
            if len(parts) == len(names) and all(_SAID.fullmatch(p) or p in known for p in parts):
                return f"<{', '.join(parts)}>"
    values = []
    parameters = kernel.function.whole.child_by_field_name("parameters")
    for node in parameters.named_children if parameters is not None else ():
        if node.type in ("type_parameter_declaration", "optional_type_parameter_declaration"):
            values.append("float")
        else:
            default = node.child_by_field_name("default_value")
            values.append("true" if "bool" in text_of(node) else text_of(default) if default is not None else "16")
    return f"<{', '.join(values)}>"


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


def _case(translation: FileTranslation, kernel: KernelTranslation, types: list[str], number: int) -> str:
    parameters = kernel.function.parameters
    values = ", ".join(f'lw::value_of<{t}>("{p.name}")' for p, t in zip(parameters, types, strict=True))
    shape = kernel.shape
    functions = (kernel.function, *translation.code.reached(kernel.function))
    grid = min(shape.grid, max(f.mentioned.get("blockIdx", 0) for f in functions))
    if shape.sizes:
        blocks = [", ".join(shape.sizes)]
    elif not any("threadIdx" in translation.code.context(f) for f in functions):
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
    old = any(_wants_old_value(f.body) for f in functions)
    dynamic = _DYNAMIC_BYTES if kernel.dynamic else 0
    return f"""    case {number}: {{
        lw::Setup setup{{{{{dimensions}}}, {grid}, {dynamic}, {str(old).lower()}, first, {TRIALS}}};
        lw::judge({{{values}}}, globals, other, lw_original_{number}, translated, setup);
        break;
    }}"""


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


def _struct_fillers(root: Node) -> list[str]:
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
            f"namespace lw {{ template <> struct Filler<{name}> {{ static constexpr int kind = {kind}; "
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
