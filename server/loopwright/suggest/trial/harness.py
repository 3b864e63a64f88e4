"""One C program out of a file, its rewritten function and inputs."""

from __future__ import annotations

import re

from loopwright.source.declarations import Declaration, Declarations
from loopwright.source.outline import Outline
from loopwright.suggest.trial.rewrite import Rewritten
from loopwright.suggest.trial.signature import ELEMENTS, Parameter

_WORD = re.compile(r"[A-Za-z_]\w*")
_SIZES = (1, 2, 3, 4, 5, 7, 8, 11)


def program_text(
    outline: Outline, name: str, parameters: tuple[Parameter, ...], returned: str, versions: Rewritten, trials: int
) -> str:
    """The whole program: the file (its `main` renamed), both versions, and a `main` that runs and compares."""
    source = outline.source.text
    used = _variables_used(outline)
    globals_ = [_compared(outline, declaration) for declaration in used]
    # What the file has from elsewhere lies here: the trial is not linked with the rest of its program.
    supplied = "".join(f"__typeof__({d.name}) {d.name};\n" for d in used if d.extern)
    leaves = list(_leaves(parameters))
    parts = [
        '#include "runtime.h"\n#define main lw_users_main\n#line 1 "file"',
        source,
        f"#undef main\n{supplied}#define LW_FIRST(x) (&(x)[0])",
        versions.stamped,
        versions.device,
        _state(leaves, globals_),
        _prepare(parameters, leaves, globals_),
        _keep(leaves, globals_),
        _main(name, parameters, returned, versions, trials),
    ]
    return "\n".join(parts)


def _leaves(parameters: tuple[Parameter, ...], prefix: str = "") -> list[tuple[str, Parameter]]:
    """(C name of the storage, parameter) for everything that holds a value."""
    found = []
    for parameter in parameters:
        name = f"{prefix}{parameter.name}"
        if parameter.kind == "struct":
            found += _leaves(parameter.members, f"{name}_")
        else:
            found.append((f"lw_p_{name}", parameter))
    return found


def _variables_used(outline: Outline) -> list[Declaration]:
    """Variables at file level that can change, of the file and, as far as it mentions them, of its headers."""
    words = set(_WORD.findall(outline.source.text))
    return [
        declaration
        for declaration in Declarations(outline).names.values()
        if declaration.kind == "variable"
        and not declaration.const
        and declaration.name in words
        and not (declaration.extern and (declaration.pointers or "" in declaration.dims))
    ]


def _compared(outline: Outline, declaration: Declaration) -> tuple[str, int]:
    """(name, kind for comparing): the size of a floating type, 1 for bytes."""
    base, pointers, _ = Declarations(outline).expanded(declaration)
    return declaration.name, {"float": 4, "double": 8}.get(base, 1) if not pointers else 1


def _state(leaves: list[tuple[str, Parameter]], globals_: list[tuple[str, int]]) -> str:
    lines = []
    for name, parameter in leaves:
        size = f"[{ELEMENTS}]" if parameter.kind == "buffer" else "[1]"
        element = parameter.element
        lines.append(f"static {element} {name}{size}, {name}_before{size}, {name}_after{size};")
    for name, _ in globals_:
        lines.append(f"static char lw_g_{name}_before[sizeof({name})], lw_g_{name}_after[sizeof({name})];")
    return "\n".join(lines)


def _prepare(
    parameters: tuple[Parameter, ...], leaves: list[tuple[str, Parameter]], globals_: list[tuple[str, int]]
) -> str:
    sizes = ", ".join(map(str, _SIZES))
    lines = ["static void lw_prepare(int trial) {", f"  static const int sizes[] = {{{sizes}}};"]
    lines.append(
        f"  int common = sizes[trial % {len(_SIZES)}], mode = (int)lw_random(3); (void)common; (void)mode; lw_object_count = 0;"
    )
    for name, parameter in leaves:
        if parameter.kind == "integer":
            lines.append(
                f"  {name}[0] = ({parameter.element})(lw_random(3) ? common : sizes[lw_random({len(_SIZES)})]);"
            )
        elif parameter.kind == "real":
            lines.append(f"  {name}[0] = ({parameter.element})lw_real();")
        elif parameter.compares > 1:
            lines.append(f"  for (int i = 0; i < {ELEMENTS}; i++) {name}[i] = ({parameter.element})lw_real();")
        else:
            # Integers may be positions: small, rising, or scattered.
            scattered = (
                "mode == 0 ? lw_random((uint64_t)common) : mode == 1 ? (uint64_t)i : (uint64_t)(i * common % 97)"
            )
            value = "i" if parameter.rises else scattered
            lines.append(f"  for (int i = 0; i < {ELEMENTS}; i++) {name}[i] = ({parameter.element})({value});")
        if parameter.kind == "buffer":
            lines.append(f'  lw_register("{parameter.name}", {name}, sizeof {name}, sizeof {name}[0]);')
    for name, kind in globals_:
        element = {4: "float", 8: "double"}.get(kind)
        if element is not None:
            lines.append(f"  {{ {element} *v = ({element} *)&{name};")
            lines.append(f"    for (size_t i = 0; i < sizeof({name}) / sizeof *v; i++) v[i] = ({element})lw_real(); }}")
            lines.append(f'  lw_register("{name}", &{name}, sizeof({name}), sizeof({element}));')
        else:
            lines.append(f'  lw_register("{name}", &{name}, sizeof({name}), sizeof({name}) % 4 ? 1 : 4);')
    return "\n".join([*lines, "}"])


def _keep(leaves: list[tuple[str, Parameter]], globals_: list[tuple[str, int]]) -> str:
    copies: dict[str, list[str]] = {"save": [], "restore": [], "remember": []}
    compare = []
    for name, parameter in leaves:
        copies["save"].append(f"memcpy({name}_before, {name}, sizeof {name});")
        copies["restore"].append(f"memcpy({name}, {name}_before, sizeof {name});")
        copies["remember"].append(f"memcpy({name}_after, {name}, sizeof {name});")
        compare.append(f'lw_same("{parameter.name}", {name}_after, {name}, sizeof {name}, {parameter.compares});')
    for name, kind in globals_:
        copies["save"].append(f"memcpy(lw_g_{name}_before, &{name}, sizeof({name}));")
        copies["restore"].append(f"memcpy((void *)&{name}, lw_g_{name}_before, sizeof({name}));")
        copies["remember"].append(f"memcpy(lw_g_{name}_after, &{name}, sizeof({name}));")
        compare.append(f'lw_same("{name}", lw_g_{name}_after, &{name}, sizeof({name}), {kind});')
    lines = [f"static void lw_{what}(void) {{ {' '.join(body)} }}" for what, body in copies.items()]
    return "\n".join([*lines, f"static void lw_compare(void) {{ {' '.join(compare)} }}"])


def _main(name: str, parameters: tuple[Parameter, ...], returned: str, versions: Rewritten, trials: int) -> str:
    setup: list[str] = []
    arguments = ", ".join(_argument(parameter, setup) for parameter in parameters)
    result = {"float": 4, "double": 8}.get(returned, 1)

    def call(function: str, where: str) -> str:
        return f"{where} = {function}({arguments});" if returned else f"{function}({arguments});"

    results = f"{returned} lw_r1, lw_r2;" if returned else ""
    same = f'lw_same("the result", &lw_r1, &lw_r2, sizeof lw_r1, {result});' if returned else ""
    return f"""
int main(int argc, char **argv) {{
  int first = argc > 1 ? atoi(argv[1]) : 0;
  for (int trial = first; trial < {trials}; trial++) {{
    lw_seed = 88172645463325252ull + (uint64_t)trial * 7919;
    lw_prepare(trial);
    {" ".join(setup)}
    {results}
    lw_save();
    {call(name, "lw_r1")}
    lw_remember(); lw_restore();
    {call(versions.stamped_name, "lw_r2")}
    {same}
    lw_restore();
    if (!lw_said[0]) {{ {call(versions.device_name, "lw_r2")} lw_compare(); {same} }}
    lw_restore();
    if (lw_said[0]) {{ printf("%s\\twith %s\\n", lw_said, lw_sizes()); return 1; }}
    printf("agreed\\n");
    fflush(stdout);
  }}
  return 0;
}}
""".replace("int main(int argc", _sizes(parameters) + "\nint main(int argc")


def _argument(parameter: Parameter, setup: list[str], prefix: str = "") -> str:
    name = f"{prefix}{parameter.name}"
    if parameter.kind in ("integer", "real"):
        return f"lw_p_{name}[0]"
    if parameter.kind == "buffer":
        return f"(void *)lw_p_{name}"
    members = "".join(f"lw_v_{name}.{m.name} = {_argument(m, setup, name + '_')}; " for m in parameter.members)
    setup.append(f"{parameter.element} lw_v_{name}; memset(&lw_v_{name}, 0, sizeof lw_v_{name}); {members}")
    return f"&lw_v_{name}"


def _sizes(parameters: tuple[Parameter, ...]) -> str:
    integers = [(name, parameter) for name, parameter in _leaves(parameters) if parameter.kind == "integer"]
    pattern = ", ".join(f"{parameter.name}=%lld" for _, parameter in integers) or "these data"
    values = "".join(f", (long long){name}_before[0]" for name, _ in integers)
    return f'static const char *lw_sizes(void) {{ static char text[300]; snprintf(text, sizeof text, "{pattern}"{values}); return text; }}'
