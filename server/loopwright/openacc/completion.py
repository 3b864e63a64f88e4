"""What may stand at a place inside `#pragma acc`: only what is legal there."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.openacc.constructs import COMPUTE, Construct, Unit, statement_at
from loopwright.openacc.explain import texts
from loopwright.openacc.inactive import inactive
from loopwright.openacc.nodes import DirectiveNode
from loopwright.openacc.parser import directive_words, parse_pragma
from loopwright.openacc.spec import DirectiveSpec, load_spec, read_table
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.source.tokens import Token, tokenize, tokens_of

Kind = Literal["directive", "clause", "modifier", "operator", "value", "variable"]
_SENTINEL = re.compile(rb"#[ \t]*pragma[ \t]+acc(?=[ \t(]|\\)")
_WORD = re.compile(rb"[A-Za-z_]\w*\Z")
_SCHEDULES = frozenset(("seq", "independent", "auto"))
_ORDER = ("gang", "worker", "vector")
_LEVELS = frozenset(_ORDER)
_NOT_CODE = frozenset(("comment", "string_literal", "string_content", "raw_string_literal", "raw_string_content"))
# Comments and strings, also those that are not closed.
_QUOTED = re.compile(
    rb"//(?:\\(?:\r\n|\n|\r)|[^\r\n])*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\r\n])*\"?|'(?:\\.|[^'\\\r\n])*'?", re.DOTALL
)


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
    """Proposals at ``offset``, ``None`` outside directives, in their comments and strings, and where OpenACC is switched off."""
    data = outline.source.data
    start = _sentinel_before(data, offset)
    if start is None or start[0] in inactive(outline) or _is_quoted(outline, start, offset):
        return None
    word = _WORD.search(data, max(0, offset - 200), offset)
    begin = word.start() if word else offset
    node = parse_pragma(data, Span(start[0], begin), start[1])
    around = _Around.at(outline, start[0])
    if node.spec is None:
        return Completion(*_directives(data, start[1], begin, offset, node, around))
    inside = _open_list(data, node, begin)
    if inside is None:
        # After `enter` both `data` and clauses make no sense, after `parallel` a `loop` may follow.
        proposals = [*_longer_names(node), *_clauses(node.spec, _taken(outline, node, start, begin, offset), around)]
    else:
        proposals = _in_list(Unit(outline), node, inside, begin, around)
    return Completion(Span(begin, offset), tuple(proposals))


class _Around(NamedTuple):
    """Where a directive stands: in a function, in a loop, in which constructs (the innermost first), above what, and above which constructs
    in that."""

    in_function: bool
    in_loop: bool
    constructs: tuple[Construct, ...]
    governed: Span
    inner: tuple[Construct, ...] = ()

    @classmethod
    def at(cls, outline: Outline, start: int) -> _Around:
        """The surroundings of the directive that begins at ``start``."""
        index = outline.piece_index(start)
        piece = outline.pieces[index] if index >= 0 else None
        pragma = outline.pragma_at(start)
        governed = Span(start, start)
        node: Node | None = outline.source.tree.root_node.descendant_for_byte_range(start, start)
        in_function = in_loop = False
        while node is not None:
            in_function |= node.type in ("function_definition", "lambda_expression")
            in_loop |= not in_function and node.type in (
                "for_statement",
                "for_range_loop",
                "while_statement",
                "do_statement",
            )
            node = node.parent
        if piece is None or pragma is None:
            return cls(in_function, in_loop, (), governed)
        before = tuple(p for p in outline.pragmas_in(piece) if p.span.start < start)
        constructs = [c for c in Unit(outline, before).constructs if c.region.start < start < c.region.end]
        statement = statement_at(outline.source.tree.root_node, pragma.governs, pragma.span.end)
        if statement is not None:
            governed = Span(statement.start_byte, statement.end_byte)
        within = tuple(p for p in outline.pragmas_in(piece) if start < p.span.start < governed.end)
        return cls(in_function, in_loop, tuple(reversed(constructs)), governed, Unit(outline, within).constructs)

    @property
    def compute(self) -> Construct | None:
        """The compute construct that the directive stands in."""
        return next((construct for construct in self.constructs if construct.name in COMPUTE), None)

    def takes(self, directive: str) -> bool:
        """Whether ``directive`` may stand here (OpenACC 3.4, 2.5 to 2.15)."""
        if not self.in_function:
            return directive in ("routine", "declare")
        if self.compute is not None:
            return directive in ("loop", "atomic") or (directive == "cache" and self.in_loop)
        return directive != "cache" or self.in_loop

    @property
    def levels_taken(self) -> frozenset[str]:
        """Levels of parallelism that no loop here may have: those of the loops around it, and what is above them (2.9)."""
        taken: set[str] = set()
        for construct in self.constructs:
            for clause in construct.node.all(*_ORDER):
                taken.update(_ORDER[: _ORDER.index(clause.name) + 1])
            if construct.name in COMPUTE:
                break
        return frozenset(taken)

    @property
    def levels_inside(self) -> frozenset[str]:
        """Levels that a loop here may not have for the loops inside of it, which have them or what is above them (2.9.2 to 2.9.4)."""
        taken: set[str] = set()
        for construct in self.inner:
            for clause in construct.node.all(*_ORDER):
                if clause.name != "gang" or clause.argument is None:  # `gang(dim:1)` may stand in `gang(dim:2)`
                    taken.update(_ORDER[_ORDER.index(clause.name) :])
        return frozenset(taken)


def _is_quoted(outline: Outline, start: tuple[int, int], offset: int) -> bool:
    """Whether ``offset`` is in a comment or a string, of the directive or around it."""
    data = outline.source.data
    node = outline.source.tree.root_node.descendant_for_byte_range(start[0], start[0] + 1)
    if node is not None and node.type in _NOT_CODE:
        return True
    for match in _QUOTED.finditer(data, start[1], offset):
        is_line_comment = match[0].startswith(b"//")
        is_closed = match[0][:1] == match[0][-1:] and len(match[0]) > 1
        is_closed = match[0].endswith(b"*/") if match[0].startswith(b"/*") else is_closed
        if match.end() == offset and (is_line_comment or not is_closed):
            return True
    return False


def _taken(outline: Outline, node: DirectiveNode, start: tuple[int, int], begin: int, offset: int) -> tuple[str, ...]:
    """Names of the clauses that stand before the cursor, and of those behind it."""
    before = tuple(clause.name for clause in node.clauses)
    pragma = outline.pragma_at(start[0])
    if pragma is None:
        return before
    whole = parse_pragma(outline.source.data, pragma.span, start[1])
    # A clause for other devices says nothing of this one.
    behind = []
    for clause in whole.clauses:
        if clause.span.start >= offset and clause.written.span.start != begin:
            if clause.name == "device_type":
                break
            behind.append(clause.name)
    return (*before, *behind)


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
    data: bytes, after: int, begin: int, offset: int, node: DirectiveNode, around: _Around
) -> tuple[Span, tuple[Proposal, ...]]:
    typed = data[after:begin].decode("utf-8", "replace").split()
    names = [
        name
        for name in load_spec().directives
        if name.split()[: len(typed)] == typed and len(name.split()) > len(typed) and around.takes(name)
    ]
    names.sort(key=lambda name: _rank("directive", name))
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


def _clauses(spec: DirectiveSpec, given: tuple[str, ...], around: _Around) -> list[Proposal]:
    taken = set(given)
    after_device_type = "device_type" in taken and spec.after_device_type is not None
    compute = around.compute.name.split()[0] if around.compute is not None else None
    is_inner, is_loop = spec.name == "loop" and compute is not None, spec.follows == "loop"
    proposals = []
    for name in sorted(spec.clauses, key=lambda name: _rank("clause", name)):
        row = load_spec().clauses[name]
        # Clauses of a device come once for each; what is said of all devices comes once.
        if name in taken and (row.once or name in spec.once) and not (after_device_type and _may_repeat(spec, name)):
            continue
        if after_device_type and not _may_repeat(spec, name) and name != "device_type":
            continue
        if not after_device_type and _excluded(name, taken):
            continue
        if (is_inner and name in around.levels_taken) or (is_loop and name in around.levels_inside):
            continue
        if spec.name == "atomic" and name in ("read", "write", "update", "capture") and given:
            continue
        if spec.name == "routine" and name in (*_LEVELS, "seq") and taken & (_LEVELS | {"seq"}):
            continue
        snippet = row.argument == "required" or (name == "self" and spec.name == "update")
        explained = texts()["clause"][name]
        insert = f"{name}($0)" if snippet else name
        proposals.append(Proposal(name, "clause", insert, explained.get("syntax", ""), explained["text"], snippet))
    return proposals


def _may_repeat(spec: DirectiveSpec, name: str) -> bool:
    return spec.after_device_type is not None and name in spec.after_device_type


@lru_cache(maxsize=2)
def _by_frequency(kind: str) -> tuple[str, ...]:
    return tuple(read_table("frequency.toml")[kind])


def _rank(kind: str, name: str) -> tuple[int, str]:
    order = _by_frequency(kind)
    return (order.index(name) if name in order else len(order)), name


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


def _in_list(unit: Unit, node: DirectiveNode, clause: str, at: int, around: _Around) -> list[Proposal]:
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
        given = {name.text for name, colon in itertools.pairwise(tokens_of(inner)) if colon.text == ":"}
        proposals = [p for p in proposals if p.label not in given]
    if node.tokens and node.tokens[-1].text in (".", "->"):
        return _members(unit, node.tokens[:-1], at)
    if name in ("async", "wait", "default_async") and not inner.rstrip().endswith("."):
        queues = texts()["queue"]
        proposals += [Proposal(value, "value", value, "queue", queues[value]) for value in queues]
    named = {v.name for c in node.clauses if c.name == name for v in c.variables}
    return proposals + _variables(unit, kind or "expression", name, at, around.governed, named)


def _members(unit: Unit, tokens: tuple[Token, ...], at: int) -> list[Proposal]:
    """Members of the struct or class before the cursor: `s.`, `s->in.`, `s[0].`."""
    names: list[str] = []
    depth = 0
    for token in reversed(tokens):
        depth += (token.text in ")]") - (token.text in "([")
        if depth < 0 or (not depth and token.kind != "name" and token.text not in (".", "->", "]", "[")):
            break
        if not depth and token.kind == "name":
            names.append(token.text)
            continue
    declaration = unit.declarations.lookup(names[-1], at) if names else None
    for name in reversed(names[:-1]):
        members = _members_of(unit, declaration)
        declaration = members.get(name)
    return [Proposal(m.name, "variable", m.name, m.type_text) for m in _members_of(unit, declaration).values()]


def _members_of(unit: Unit, declaration: Declaration | None) -> dict[str, Declaration]:
    if declaration is None:
        return {}
    return unit.declarations.members(unit.declarations.expanded(declaration.type).base) or {}


def _text_in_list(node: DirectiveNode) -> str:
    depth, start = 0, None
    for token in node.tokens:
        if token.text == "(":
            start = token.span.end if depth == 0 else start
            depth += 1
        elif token.text == ")":
            depth -= 1
    return " ".join(t.text for t in node.tokens if start is not None and t.span.start >= start)


def _variables(unit: Unit, kind: str, clause: str, at: int, governed: Span, named: set[str]) -> list[Proposal]:
    """Variables that may stand in a list, those first that what the directive governs uses."""
    found: dict[str, Declaration] = {}
    for declaration in unit.declarations.visible(at):
        before = found.get(declaration.name)
        if before is None or declaration.scope.start >= before.scope.start:
            found[declaration.name] = declaration
    for name, declaration in unit.declarations.file_level.items():
        found.setdefault(name, declaration)
    used = {token.text for token in tokenize(unit.data, governed) if token.kind == "name"}
    proposals = []
    for declaration in found.values():
        category = unit.declarations.category(declaration)
        if kind == "name":
            fits = category == "function"
        elif clause in ("deviceptr", "attach", "detach"):
            fits = category in ("pointer", "unknown")
        elif kind in ("data", "names", "cache", "reduction"):
            fits = category not in ("function", "type", "constant") and declaration.name not in named
        else:
            fits = category in ("integer", "boolean", "unknown", "constant")
        if fits:
            proposals.append(Proposal(declaration.name, "variable", declaration.name, declaration.type_text))
    return sorted(proposals, key=lambda proposal: (proposal.label not in used, proposal.label))
