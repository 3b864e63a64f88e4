"""Inline PTX of which it is known what it does → C++ in its place: registers, arithmetic, loads and stores, barriers, warps.

An ``asm`` statement is a text with places for operands. Its instructions are read one by one and said by the table
``spec/ptx.toml``. One that has a single result becomes an assignment, several become a block with variables for PTX's own registers.
A statement with anything else in it stays as it is, and is refused where the kernel is written.

Instructions of long numbers leave a carry to the next one (`add.cc`, `addc.cc`). It is a variable of the statement, or of the function
where a statement takes the carry of one before it. One that takes the carry of another function is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from loopwright.cuda.read.ptx_operands import (
    LETTERS,
    TYPES,
    Operand,
    Places,
    Registers,
    Unknown,
    result_variable,
)
from loopwright.cuda.spec import Instruction, ptx
from loopwright.lang.assembly import Assembly, AssemblyOperand, assemblies
from loopwright.source.syntax import Source, parse
from loopwright.source.text import names_in, spliced

CARRY = "ptx_carry_flag"


@dataclass(frozen=True)
class _Line:
    """An instruction: ``guard`` is the predicate in front of it, ``!`` first where it must not hold."""

    guard: str
    word: str
    operands: tuple[str, ...]


def with_plain_ptx(source: Source) -> Source:
    """``source`` with such statements of device code in C++; every line keeps its number."""
    edits = []
    ours = [each for each in assemblies(source) if any("__device__" in h or "__global__" in h for h in each.heads)]
    carried = _carried_on(ours)
    for assembly in ours:
        if assembly.span is None:
            continue
        try:
            said = plain_statement(assembly, assembly.body in carried)
        except Unknown:
            continue
        start, end = assembly.span
        edits.append((start, end, said + "\n" * source.data.count(b"\n", start, end)))
    edits += [(body + 1, body + 1, f" unsigned {CARRY} = 0;") for body in carried]
    return parse(spliced(source.data, sorted(edits)), source.name, "cuda") if edits else source


@dataclass(frozen=True)
class _Carrying:
    """An instruction that has to do with carries: whether it takes one, or may be left out, whether it leaves one, and whether it subtracts."""

    takes: bool
    leaves: bool
    subtracts: bool


def _carried_on(ours: Sequence[Assembly]) -> set[int]:
    """Bodies in which a statement takes the carry that one before it left: where the first that has to do with carries takes none. None
    where a sum takes what a difference left, or the other way round."""
    found: dict[int, list[_Carrying]] = {}
    carried: set[int] = set()
    for assembly in ours:
        carrying = _carrying_in(assembly)
        if carrying and assembly.body is not None:
            of_body = found.setdefault(assembly.body, [])
            carried |= {assembly.body} if of_body and not of_body[0].takes and carrying[0].takes else set()
            of_body += carrying
    return {body for body in carried if not _are_mixed(found[body])}


def _are_mixed(carrying: Sequence[_Carrying]) -> bool:
    """Whether a sum takes the carry of a difference, or the other way round."""
    left = None
    for each in carrying:
        if each.takes and left not in (None, each.subtracts):
            return True
        left = each.subtracts if each.leaves else left
    return False


def _carrying_in(assembly: Assembly) -> list[_Carrying]:
    """Of its instructions those that have to do with carries, none where a text is not known."""
    try:
        lines = list(_lines(assembly.text or "", Registers(), {}))
    except Unknown:
        return []
    rows = ((line, _row(*line.word.rpartition(".")[::2])) for line in lines)
    return [
        _Carrying(CARRY in row.code or bool(line.guard), bool(row.carry), line.word.startswith("sub"))
        for line, row in rows
        if row is not None and (row.carry or CARRY in row.code)
    ]


def unknown_part(assembly: Assembly) -> str:
    """What an ``asm`` expression says that is not known."""
    try:
        plain_statement(assembly)
    except Unknown as part:
        return str(part)
    return "its place in an expression"


def plain_statement(assembly: Assembly, is_carried_on: bool = False) -> str:
    """An ``asm`` expression as one statement of C++. Raises :class:`Unknown` where something of it is not known. ``is_carried_on``: the
    function keeps the carry."""
    if assembly.jumps or assembly.text is None:
        raise Unknown("goto" if assembly.jumps else "a text that macros make")
    operands = [_operand(each) for each in assembly.operands]
    names = {each.name: number for number, each in enumerate(assembly.operands) if each.name}
    registers = Registers()
    lines = list(_lines(assembly.text, registers, names))
    if not lines:
        return ";"
    said = [s for line in lines for s in _said(line, operands, registers)]
    carrying = _carrying_in(assembly)
    if carrying and carrying[0].takes and not is_carried_on:
        raise Unknown("a carry from another function")
    if _are_mixed(carrying):
        raise Unknown("a carry of a difference in a sum")
    written = [number for number, operand in enumerate(operands) if operand.written]
    if any(operands[a].text in names_in(operands[b].text) for a in written for b in written if a != b):
        raise Unknown("places of results that depend on each other")
    if len(said) == 1 and not registers.types and not carrying:
        return said[0]
    # Operands are worked out once and first, and results stored last: a place may be an operand as well.
    given = [
        n for n, o in enumerate(operands) if not o.written and o.letter not in ("n", "i") and not o.text.isidentifier()
    ]
    held = [f"const auto ptx_{number} = {operands[number].text};" for number in given]
    held += [result_variable(f"ptx_{number}", operands[number]) for number in written]
    kept = [f"{operands[number].text} = ptx_{number};" for number in written]
    inner = [s for line in lines for s in _said(line, _held(operands, {*given, *written}), registers)]
    own = [f"unsigned {CARRY} = 0;"] if carrying and not is_carried_on else []
    return f"{{ {' '.join([*held, *registers.declared(), *own, *inner, *kept])} }}"


def _held(operands: Sequence[Operand], held: Set[int]) -> list[Operand]:
    """The same with variables of ours in the place of those that are ``held``."""
    return [replace(o, text=f"ptx_{number}") if number in held else o for number, o in enumerate(operands)]


def _operand(given: AssemblyOperand) -> Operand:
    constraint, text = given.constraint, given.text
    letter = constraint.lstrip("=+&")
    if letter not in LETTERS:
        raise Unknown(f"an operand {constraint or text}")
    is_kept = constraint.startswith("+")
    if is_kept and ("++" in text or "--" in text):
        raise Unknown(f"an operand {constraint} that counts")
    return Operand(letter, text, constraint[0] in "=+", is_kept)


def _lines(text: str, registers: Registers, names: dict[str, int]) -> Iterator[_Line]:
    """The instructions of a text; registers that it declares are noted."""
    for part in _without_remarks(text).split(";"):
        said = part.strip().strip("{}" if "[" not in part and "," not in part else "").strip()
        while said.startswith(("{", "}")):
            said = said[1:].strip()
        for name, number in names.items():
            said = said.replace(f"%[{name}]", f"%{number}")
        if not said:
            continue
        if said.startswith(".reg"):
            _declare(said.split(None, 1)[1] if " " in said or "\t" in said else "", registers)
            continue
        guard = ""
        if said.startswith("@"):
            guard, _, said = said[1:].partition(" ")
        word, _, rest = said.replace("\t", " ").replace("\n", " ").strip().partition(" ")
        if word.endswith(":"):
            raise Unknown(f"the label {word}")
        yield _Line(guard, word, tuple(_parted(rest)))


def _declare(said: str, registers: Registers) -> None:
    kind, _, names = said.strip().partition(" ")
    kind = kind.removeprefix(".")
    for name in names.split(","):
        name = name.strip().removeprefix("%%")
        if kind not in TYPES or not name.isidentifier():
            raise Unknown(f".reg {said}")
        registers.types[name] = kind


def _without_remarks(text: str) -> str:
    found = "\n".join(line.partition("//")[0] for line in text.split("\n"))
    while "/*" in found:
        before, _, rest = found.partition("/*")
        found = f"{before} {rest.partition('*/')[2]}"
    return found


def _parted(text: str) -> Iterator[str]:
    """Operands between commas; those in braces are one."""
    depth, at = 0, 0
    for number, letter in enumerate(text):
        depth += (letter in "{[") - (letter in "}]")
        if letter == "," and not depth:
            yield text[at:number].strip()
            at = number + 1
    if text[at:].strip():
        yield text[at:].strip()


# -- one instruction


def _said(line: _Line, operands: Sequence[Operand], registers: Registers) -> list[str]:
    """Its statements."""
    found = list(_statements(line, Places(operands, registers)))
    if not line.guard:
        return found
    name = line.guard.removeprefix("!").removeprefix("%%")
    if registers.types.get(name) != "pred" or any("sync" in said or "__activemask" in said for said in found):
        raise Unknown(f"@{line.guard} {line.word}")
    condition = f"!ptx_{name}" if line.guard.startswith("!") else f"ptx_{name}"
    return [f"if ({condition}) {{ {' '.join(found)} }}"]


def _statements(line: _Line, places: Places) -> Iterator[str]:
    table = ptx()
    bare = " ".join((line.word, *line.operands))
    if bare in table.statements:
        yield f"{table.statements[bare]};"
        return
    if line.word.startswith(table.wishes):
        yield ";"
        return
    base, *more = line.word.split(".")
    if base in ("ld", "ldu", "st"):
        yield from _memory(base, more, line, places)
        return
    if base in ("red", "atom"):
        yield _update(base, more, line, places)
        return
    if base in table.two:
        yield _of_two(base, more, line, places)
        return
    if base == "setp" and len(more) == 2 and len(line.operands) == 3:
        yield _comparison(more[0], more[1], line, places)
        return
    if base == "cvta" and more[-1:] == ["u64"] and "shared" not in more and "to" in more and len(line.operands) == 2:
        yield places.store(line.operands[0], "u64", places.value(line.operands[1], "u64"))
        return
    name, kind = line.word.rpartition(".")[::2]
    row = _row(name, kind)
    if row is None or not line.operands:
        raise Unknown(line.word)
    yield _of_table(row, kind, line, places)


def _row(name: str, kind: str) -> Instruction | None:
    """The row of an instruction: several have others for floating numbers, signed ones or long ones."""
    table = ptx().instructions
    plain = name.replace(".approx.ftz", ".approx")
    ends = ("", ".f" if kind[:1] == "f" else f".{kind[:1]}", ".l", ".d")
    rows = (table.get(f"{plain}{end}") for end in ends)
    return next((row for row in rows if row is not None and kind in row.types), None)


def _of_table(row: Instruction, kind: str, line: _Line, places: Places) -> str:
    result, *given = line.operands
    takes = row.takes if row.takes is not None else (kind,) * len(given)
    if row.only:
        if len(given) < 3 or given[2] not in (row.only, hex(int(row.only))):
            raise Unknown(f"{line.word} of segments")
    if len(given) != len(takes):
        raise Unknown(f"{line.word} with {len(given)} operands")
    own = {"T": kind, "U": f"u{kind[1:]}"}
    values = [places.value(each, own.get(type, type)) for each, type in zip(given, takes, strict=True)]
    code = row.code.format(*values)
    wraps = "U" in takes and kind[0] == "s"
    stored = places.store(result, row.gives or kind, f"({TYPES[kind]})({code})" if wraps else code)
    if not row.carry:
        return stored
    # The result may be one of the operands, so that the carry is worked out first.
    return f"{{ const unsigned ptx_next = {row.carry.format(*values)}; {stored} {CARRY} = ptx_next; }}"


def _of_two(base: str, more: Sequence[str], line: _Line, places: Places) -> str:
    """The smaller or larger of two numbers of 32 bits, and what a second operation makes of it and a third. None saturates."""
    table = ptx()
    kind, then = more[0] if more else "", more[3] if len(more) > 3 else ""
    result, *given = line.operands or ("",)
    if (
        kind not in ("s32", "u32")
        or list(more) != [kind] * 3 + [then] * bool(then)
        or then not in ("", *table.third)
        or len(given) != (3 if then else 2)
    ):
        raise Unknown(line.word)
    first, second, *third = (places.value(each, kind) for each in given)
    code = table.two[base].format(first, second)
    return places.store(result, kind, table.third[then].format(code, *third, T=TYPES[kind]) if then else code)


def _comparison(how: str, kind: str, line: _Line, places: Places) -> str:
    sign = ptx().comparisons.get(how)
    if (
        sign is None
        or kind not in TYPES
        or (kind[0] == "f" and how == "ne")
        or (how in ("lo", "ls", "hi", "hs") and kind[0] != "u")
    ):
        raise Unknown(line.word)
    left, right = (places.value(each, kind) for each in line.operands[1:])
    return places.store(line.operands[0], "pred", f"{left} {sign} {right}")


def _memory(base: str, more: Sequence[str], line: _Line, places: Places) -> Iterator[str]:
    """Loads and stores of memory that all threads see, of one element or of several."""
    *asked, kind = more or [""]
    many = next((int(word[1:]) for word in asked if word in ("v2", "v4")), 1)
    rest = [word for word in asked if word not in ("v2", "v4", *ptx().hints)]
    if kind not in TYPES or rest or len(line.operands) != 2:
        raise Unknown(line.word)
    value, place = line.operands if base != "st" else line.operands[::-1]
    address = places.address(place)
    parts = list(_parted(value[1:-1])) if value.startswith("{") else [value]
    if len(parts) != many:
        raise Unknown(line.word)
    for number, part in enumerate(parts):
        constant = "" if base == "st" else "const "
        where = (
            f"*({constant}{TYPES[kind]} *)({address})"
            if many == 1
            else f"(({constant}{TYPES[kind]} *)({address}))[{number}]"
        )
        if base == "st":
            yield f"{where} = {places.value(part, kind, wide=True)};"
        else:
            yield places.store(part, kind, where, wide=True)


def _update(base: str, more: Sequence[str], line: _Line, places: Places) -> str:
    table = ptx()
    *asked, how, kind = more if len(more) > 1 else ["", "", ""]
    given = line.operands[1:] if base == "atom" else line.operands
    call = "atomicCAS" if how == "cas" else table.updates.get(how)
    if (
        call is None
        or kind not in TYPES
        or not set(asked) <= set(table.scopes)
        or len(given) != (3 if how == "cas" else 2)
    ):
        raise Unknown(line.word)
    exchanged = [places.value(each, kind) for each in given[1:]]
    code = f"{call}(({TYPES[kind]} *)({places.address(given[0])}), {', '.join(exchanged)})"
    return places.store(line.operands[0], kind, code) if base == "atom" else f"{code};"
