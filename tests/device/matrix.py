"""Every data clause on every construct, for every form of object, on memory that is there already or not: small programs whose output
follows from OpenACC 3.4, sections 2.6 and 2.7, worked out here by a model of reference counts on whole objects."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from tests.device.cases import Case


@dataclass(frozen=True)
class Form:
    """An object: its declaration, how a clause and an element are written, where the four elements begin."""

    name: str
    declaration: str
    clause: str
    element: str
    first: int = 0


FORMS = (
    Form("array", "double x[4] = {0, 1, 2, 3};", "x", "x[i]"),
    Form("static_array", "static double x[4] = {0, 1, 2, 3};", "x", "x[i]"),
    Form("vla", "int n = 4; double x[n]; for (int i = 0; i < n; i++) x[i] = i;", "x", "x[i]"),
    Form("pointer", "double *x = vec(4);", "x[0:4]", "x[i]"),
    Form("part", "double *x = vec(8);", "x[2:4]", "x[i + 2]", 2),
    Form("part_of_array", "double x[8] = {0, 1, 2, 3, 4, 5, 6, 7};", "x[2:4]", "x[i + 2]", 2),
    Form("rows", "double x[4][1] = {{0}, {1}, {2}, {3}};", "x", "x[i][0]"),
    Form("member", "Pair *p = pair(4);\n#pragma acc enter data copyin(p[0:1])", "p->x[0:4]", "p->x[i]"),
    Form("shorts", "short x[4] = {0, 1, 2, 3};", "x[0:4]", "x[i]"),
    Form("struct", "struct { char c; double v; } x[4] = {{1, 0}, {1, 1}, {1, 2}, {1, 3}};", "x", "x[i].v"),
)
CONSTRUCTS = ("parallel loop", "kernels loop", "serial loop", "parallel loop async(1)", "data", "parallel loop if(0)")
# Clause → (does it copy to the device, back, may it be absent)
CLAUSES = {
    "copy": (True, True),
    "copyin": (True, False),
    "copyout": (False, True),
    "create": (False, False),
    "present": None,
    "present_or_copy": (True, True),
    "pcopyin": (True, False),
    "pcopyout": (False, True),
    "pcreate": (False, False),
}
# What stands around: directives before and after, whether it copies in and back.
AROUND = {
    "absent": ("", "", False, False),
    "copy_region": ("#pragma acc data copy({0})\n{{", "}}", True, True),
    "copyin_region": ("#pragma acc data copyin({0})\n{{", "}}", True, False),
    "entered_copyout": ("#pragma acc enter data copyin({0})", "#pragma acc exit data copyout({0})", True, True),
    "entered_delete": ("#pragma acc enter data copyin({0})", "#pragma acc exit data delete({0})", True, False),
    "entered_twice": (
        "#pragma acc enter data copyin({0})\n#pragma acc enter data create({0})",
        "#pragma acc exit data copyout({0})\n#pragma acc exit data copyout({0})",
        True,
        True,
    ),
    "finalized": (
        "#pragma acc enter data copyin({0})\n#pragma acc enter data copyin({0})",
        "#pragma acc exit data copyout({0}) finalize",
        True,
        True,
    ),
}


def clause_cases() -> Iterator[Case]:
    """A program for each combination that a rotation over forms picks: every pair of two sides occurs."""
    rotation = itertools.cycle(FORMS)
    for construct, clause, around in itertools.product(CONSTRUCTS, CLAUSES, AROUND):
        form = next(rotation)
        if construct == "data" and form.name == "member":  # gcc 12 wants the struct there first
            form = next(rotation)
        case = _clause_case(form, construct, clause, around)
        if case is not None:
            yield case


def _clause_case(form: Form, construct: str, clause: str, around: str) -> Case | None:
    on_host = construct.endswith("if(0)")
    if form.name == "member" and around != "absent":
        return None
    if on_host and around != "absent":
        return None  # what the host changes and a copy overwrites is a mistake
    moves = CLAUSES[clause]
    before, after, _, copied_back = AROUND[around]
    is_there = around != "absent"
    text = form.clause
    name = f"{construct}_{clause}_{form.name}_{around}".replace(" ", "_").replace("(", "").replace(")", "")
    reads = is_there or on_host or moves is None or moves[0]
    statement = f"{form.element} = {f'{form.element} + 10' if reads else 'i + 20'};"
    loop = f"for (int i = 0; i < 4; i++) {statement}"
    if construct == "data":
        inner = "" if form.clause == "x" else f" present({form.clause})"
        lines = f"#pragma acc data {clause}({text})\n{{\n#pragma acc parallel loop{inner}\n{loop}\n}}"
    else:
        lines = f"#pragma acc {construct} {clause}({text})\n{loop}"
        lines += "\n#pragma acc wait" if "async" in construct else ""
    shown = form.element.replace("[i", "[k").replace("i + 2", "k + 2")
    show = f'double s = 0;\nfor (int k = 0; k < 4; k++) s += (k + 1) * (double)({shown});\nprintf("%g", s);'
    gone = "#pragma acc exit data delete(p[0:1])" if form.name == "member" else ""
    parts = (form.declaration, before.format(text), lines, after.format(text), gone, show)
    body = "\n".join(part for part in parts if part)
    if moves is None and not is_there and not on_host:
        left = ("LW809",) if form.name == "member" else ()  # the struct
        return Case(name, body, (*left, "LW816"), {"exit": "1", "err": "present clause: !acc_is_present"})
    comes_back = on_host or (copied_back if is_there else bool(moves and moves[1]))
    held = [form.first + i for i in range(4)]
    changed = [value + 10 if reads else i + 20 for i, value in enumerate(held)]
    total = sum((i + 1) * value for i, value in enumerate(changed if comes_back else held))
    return Case(name, body, () if comes_back else ("LW802",), {"out": f"{total:g}"})


UPDATES = {
    "self": "self({0})",
    "host": "host({0})",
    "self_if_present": "self({0}) if_present",
    "self_async": "self({0}) async(3)",
    "self_if": "self({0}) if(1)",
    "device": "device({0})",
    "device_if_present": "device({0}) if_present",
    "device_async": "device({0}) async",
}


def update_cases() -> Iterator[Case]:
    """`update` of each form, to each side."""
    for (name, clause), form in itertools.product(UPDATES.items(), FORMS):
        if form.name == "member":
            continue
        yield _update_case(name, clause.format(form.clause), form)


def _update_case(name: str, clause: str, form: Form) -> Case:
    present = "" if form.clause == "x" else f" present({form.clause})"
    kernel = f"#pragma acc parallel loop{present}\nfor (int i = 0; i < 4; i++) {form.element} = {form.element} + 10;"
    shown = form.element.replace("[i", "[k")
    show = f'for (int k = 0; k < 4; k++) s += (k + 1) * (double)({shown});\nprintf("%g ", s);'
    wait = "\n#pragma acc wait" if "async" in clause else ""
    held = [form.first + i for i in range(4)]
    if name.startswith("device"):
        host = f"for (int k = 0; k < 4; k++) {shown} = {shown} * 2;"
        inside = f"{host}\n#pragma acc update {clause}{wait}\n{kernel}"
        total = sum((i + 1) * (2 * value + 10) for i, value in enumerate(held))
        body = f"{form.declaration}\ndouble s = 0;\n#pragma acc data copy({form.clause})\n{{\n{inside}\n}}\n{show}"
        return Case(f"update_{name}_{form.name}", body, (), {"out": f"{total:g}"})
    total = sum((i + 1) * (value + 10) for i, value in enumerate(held))
    inside = f"{kernel}\n#pragma acc update {clause}{wait}\n{show}"
    body = f"{form.declaration}\ndouble s = 0;\n#pragma acc data copyin({form.clause})\n{{\n{inside}\n}}"
    return Case(f"update_{name}_{form.name}", body, (), {"out": f"{total:g}"})


def matrix() -> list[Case]:
    """All of them, no name twice."""
    found = {case.name: case for case in (*clause_cases(), *update_cases())}
    return list(found.values())
