"""What may stand at a place inside `#pragma acc`: only what is legal there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from loopwright.openacc.constructs import Unit
from loopwright.openacc.explain import texts
from loopwright.openacc.parser import DirectiveNode, directive_words, parse_pragma
from loopwright.openacc.spec import DirectiveSpec, load_spec
from loopwright.source.declarations import Declaration
from loopwright.source.outline import Outline
from loopwright.source.text import Span

Kind = Literal["directive", "clause", "modifier", "operator", "value", "variable"]
_SENTINEL = re.compile(rb"#[ \t]*pragma[ \t]+acc(?=[ \t(]|\\)")
_WORD = re.compile(rb"[A-Za-z_]\w*\Z")
_SCHEDULES = frozenset(("seq", "independent", "auto"))
_LEVELS = frozenset(("gang", "worker", "vector"))


@dataclass(frozen=True)
class Proposal:
    """``insert`` replaces the word at the place; `$0` in it is where the cursor goes if ``snippet``."""

    label: str
    kind: Kind
    insert: str
    detail: str = ""
    documentation: str = ""
    snippet: bool = False


@dataclass(frozen=True)
class Completion:
    """Proposals and the span of the word that they replace."""

    span: Span
    proposals: tuple[Proposal, ...]


def complete(outline: Outline, offset: int) -> Completion | None:
    """Proposals at ``offset``, ``None`` outside directives."""
    data = outline.source.data
    start = _sentinel_before(data, offset)
    if start is None:
        return None
    word = _WORD.search(data, max(0, offset - 200), offset)
    begin = word.start() if word else offset
    node = parse_pragma(data, Span(start[0], begin), start[1])
    unit = Unit(outline)
    if node.spec is None:
        return Completion(*_directives(data, start[1], begin, offset, node))
    inside = _open_list(data, node, begin)
    if inside is None:
        # After `enter` both `data` and clauses make no sense, after `parallel` a `loop` may follow.
        proposals = [*_longer_names(node), *_clauses(node.spec, node)]
    else:
        proposals = _in_list(unit, node, inside, begin, data)
    return Completion(Span(begin, offset), tuple(proposals))


def _sentinel_before(data: bytes, offset: int) -> tuple[int, int] | None:
    """(start of `#`, end of `acc`) of the directive whose logical line holds ``offset``."""
    line = data.rfind(b"\n", 0, offset) + 1
    for _ in range(200):
        before = data[:line].rstrip(b"\r\n")
        if line == 0 or not before.endswith(b"\\"):
            break
        line = data.rfind(b"\n", 0, len(before)) + 1
    match = _SENTINEL.search(data, line, offset)
    if match is None or data[line : match.start()].strip():
        return None
    return match.start(), match.end()


def _directives(
    data: bytes, after: int, begin: int, offset: int, node: DirectiveNode
) -> tuple[Span, tuple[Proposal, ...]]:
    typed = data[after:begin].decode("utf-8", "replace").split()
    names = [
        name
        for name in load_spec().directives
        if name.split()[: len(typed)] == typed and len(name.split()) > len(typed)
    ]
    proposals = []
    for name in names:
        rest = " ".join(name.split()[len(typed) :])
        row = texts()["directive"][name]
        proposals.append(
            Proposal(rest, "directive", rest, f"OpenACC {load_spec().directives[name].section}", row["text"])
        )
    return Span(begin, offset), tuple(proposals)


def _longer_names(node: DirectiveNode) -> list[Proposal]:
    if node.clauses or node.argument or node.name is None or len(node.tokens) != len(node.name.split()):
        return []
    longer = [name for name in directive_words().get(node.name.split()[0], ()) if name.startswith(node.name + " ")]
    rests = {name: name[len(node.name) + 1 :] for name in longer}
    explained = texts()["directive"]
    return [
        Proposal(rest, "directive", rest, f"{name} directive", explained[name]["text"]) for name, rest in rests.items()
    ]


def _clauses(spec: DirectiveSpec, node: DirectiveNode) -> list[Proposal]:
    taken = {clause.name for clause in node.clauses}
    after_device_type = "device_type" in taken and spec.after_device_type is not None
    proposals = []
    for name in spec.clauses:
        row = load_spec().clauses[name]
        if name in taken and (row.once or name in spec.once) and not after_device_type:
            continue
        if (
            after_device_type
            and spec.after_device_type is not None
            and name not in (*spec.after_device_type, "device_type")
        ):
            continue
        if not after_device_type and _excluded(name, taken):
            continue
        if spec.name == "atomic" and name in ("read", "write", "update", "capture") and node.clauses:
            continue
        if spec.name == "routine" and name in (*_LEVELS, "seq") and taken & (_LEVELS | {"seq"}):
            continue
        snippet = row.argument == "required" or (name == "self" and spec.name == "update")
        explained = texts()["clause"][name]
        insert = f"{name}($0)" if snippet else name
        proposals.append(Proposal(name, "clause", insert, explained.get("syntax", ""), explained["text"], snippet))
    return proposals


def _excluded(name: str, taken: set[str]) -> bool:
    if name in _SCHEDULES and taken & _SCHEDULES:
        return True
    return (name == "seq" and bool(taken & _LEVELS)) or (name in _LEVELS and "seq" in taken)


def _open_list(data: bytes, node: DirectiveNode, at: int) -> str | None:
    """The clause (or directive) whose parenthesis is open at ``at``."""
    depth, stack = 0, []
    previous = ""
    for token in node.tokens:
        if token.text in ("(", "[", "{"):
            stack.append(previous if token.text == "(" and not depth else "")
            depth += 1
        elif token.text in (")", "]", "}") and stack:
            stack.pop()
            depth -= 1
        previous = token.text
    if not stack:
        return None
    return stack[0] or ""


def _in_list(unit: Unit, node: DirectiveNode, clause: str, at: int, data: bytes) -> list[Proposal]:
    spec = load_spec()
    name = spec.aliases.get(clause, clause)
    row = spec.clauses.get(name)
    inner = _text_in_list(node)
    proposals: list[Proposal] = []
    kind = row.kind if row else ("cache" if node.name == "cache" else "wait" if node.name == "wait" else "name")
    if name == "self" and node.name == "update":
        kind = "data"
    if name == "default":
        return [Proposal(value, "value", value) for value in ("none", "present")]
    if kind == "devices":
        return [Proposal(value, "value", value) for value in (*spec.devices, "*")]
    if kind == "reduction" and ":" not in inner:
        operators = texts()["operator"]
        return [Proposal(o, "operator", f"{o}:", operators[o]) for o in spec.reduction_operators]
    if row and row.modifiers and ":" not in inner:
        structured = node.name not in spec.unstructured_directives
        for word in row.modifiers:
            if word in inner.split() or (word in spec.structured_modifiers and not structured):
                continue
            proposals.append(Proposal(word, "modifier", f"{word}: ", "modifier", texts()["modifier"].get(word, "")))
    if kind == "cache" and ":" not in inner:
        proposals.append(Proposal("readonly", "modifier", "readonly: ", "modifier", texts()["modifier"]["readonly"]))
    if kind == "gang":
        given = set(re.findall(r"(num|dim|static)\s*:", inner))
        proposals = [p for p in proposals if p.label not in given]
    return proposals + _variables(unit, kind or "expression", name, at)


def _text_in_list(node: DirectiveNode) -> str:
    depth, start = 0, None
    for token in node.tokens:
        if token.text == "(":
            start = token.span.end if depth == 0 else start
            depth += 1
        elif token.text == ")":
            depth -= 1
    return " ".join(t.text for t in node.tokens if start is not None and t.span.start >= start)


def _variables(unit: Unit, kind: str, clause: str, at: int) -> list[Proposal]:
    found: dict[str, Declaration] = {}
    for declaration in unit.declarations.visible(at):
        before = found.get(declaration.name)
        if before is None or declaration.scope.start >= before.scope.start:
            found[declaration.name] = declaration
    for name, declaration in unit.declarations.file_level.items():
        found.setdefault(name, declaration)
    proposals = []
    for declaration in found.values():
        category = unit.declarations.category(declaration)
        if kind == "name":
            fits = category == "function"
        elif clause in ("deviceptr", "attach", "detach"):
            fits = category in ("pointer", "unknown")
        elif kind in ("data", "names", "cache", "reduction"):
            fits = category not in ("function", "type", "constant")
        else:
            fits = category in ("integer", "boolean", "unknown", "constant")
        if fits:
            proposals.append(Proposal(declaration.name, "variable", declaration.name, declaration.type_text))
    return sorted(proposals, key=lambda proposal: proposal.label)
