"""LW2xx: which clauses stand together (OpenACC 3.4, chapter 2, read from the tables)."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.findings import Related
from loopwright.openacc.nearest import did_you_mean
from loopwright.openacc.parser import ClauseNode, Item, Problem
from loopwright.openacc.spec import load_spec
from loopwright.openacc.types import evaluate
from loopwright.source.text import Span

_SCHEDULES = ("seq", "independent", "auto")
_PARALLELISM = ("gang", "worker", "vector")
_LEVELS = ("gang", "worker", "vector", "seq")
_ATOMIC = ("read", "write", "update", "capture")
_COUNT_OF = {"gang": "num_gangs", "worker": "num_workers", "vector": "vector_length"}
_ONE_ARGUMENT = frozenset(
    (
        "async",
        "num_workers",
        "vector_length",
        "collapse",
        "worker",
        "vector",
        "device_num",
        "default_async",
        "default",
        "bind",
    )
)


def clause_problems(unit: Unit, construct: Construct) -> Iterator[Problem]:
    """Everything about the clauses of one directive that needs no declarations."""
    if construct.node.spec is None:
        return
    yield from _allowed(construct)
    yield from _repeated(construct)
    yield from _exclusive(construct)
    yield from _required(construct)
    yield from _modifiers(construct)
    yield from _counts(unit, construct)
    yield from _values(construct)
    yield from _parallelism(unit, construct)
    yield from _numbers(unit, construct)
    yield from _reduction_over_gangs(construct)
    yield from _constant_conditions(unit, construct)
    yield from _advice(construct)


def regions(construct: Construct) -> list[tuple[ClauseNode, int]]:
    """Each clause with the number of its `device_type` region, 0 before the first (2.4)."""
    numbered, region = [], 0
    for clause in construct.node.clauses:
        if clause.name == "device_type":
            region += 1
        numbered.append((clause, region))
    return numbered


def associated(construct: Construct) -> str | None:
    """The compute construct that a loop belongs to: parallel, serial or kernels, `None` for an orphaned loop."""
    compute = construct.compute
    return compute.name.split()[0] if compute else None


def _allowed(construct: Construct) -> Iterator[Problem]:
    spec = construct.node.spec
    assert spec is not None
    seen_device_type = False
    for clause in construct.node.clauses:
        if clause.name not in spec.clauses:
            hint = ""
            if construct.name == "loop" and clause.name in load_spec().directives["parallel loop"].clauses:
                hint = "; it belongs on the compute construct around it"
            yield Problem(
                "LW201",
                clause.span,
                {"clause": clause.written.text, "directive": spec.name, "hint": hint, "section": spec.section},
            )
        elif (
            seen_device_type
            and spec.after_device_type is not None
            and clause.name not in spec.after_device_type
            and clause.name != "device_type"
        ):
            yield Problem("LW204", clause.span, {"clause": clause.name, "directive": spec.name})
        seen_device_type |= clause.name == "device_type"


def _repeated(construct: Construct) -> Iterator[Problem]:
    spec = construct.node.spec
    assert spec is not None
    first: dict[tuple[str, int], ClauseNode] = {}
    level_words = construct.name == "routine"
    for clause, region in regions(construct):
        if clause.name not in spec.clauses:
            continue
        scoped = spec.after_device_type is not None and clause.name in spec.after_device_type
        if construct.name in ("init", "shutdown", "set"):
            scoped = False
        if clause.name == "bind" and ("bind", 0) in first:
            scoped = False  # a name for all devices leaves none for one of them
        key = (clause.name, region if scoped else 0)
        if key not in first:
            first[key] = clause
            continue
        if level_words and clause.name in _LEVELS:
            continue  # reported as exclusive levels
        once = clause.name in spec.once
        # On `update` each `self` has its list; elsewhere it is one condition.
        if once or (clause.spec.once and not (clause.name == "self" and construct.name == "update")):
            related = (Related(first[key].span, "the first one"),)
            scope = " for each device type" if scoped and region else ""
            yield Problem(
                "LW202" if once else "LW220",
                clause.span,
                {"clause": clause.name, "scope": scope, "related": related, "section": clause.spec.section},
            )


def _exclusive(construct: Construct) -> Iterator[Problem]:
    numbered = regions(construct)
    if construct.name == "routine":
        pairs = [(a, b) for a in _LEVELS for b in _LEVELS]
    elif construct.name == "atomic":
        pairs = [(a, b) for a in _ATOMIC for b in _ATOMIC if a != b]
    else:
        pairs = [(a, b) for a in _SCHEDULES for b in _SCHEDULES if a != b]
        pairs += [("seq", b) for b in _PARALLELISM] + [(a, "seq") for a in _PARALLELISM]
    conflicts = frozenset(pairs)
    for index, (clause, region) in enumerate(numbered):
        for before, other_region in numbered[:index]:
            if (before.name, clause.name) in conflicts and (region == other_region or 0 in (region, other_region)):
                related = (Related(before.span, f"`{before.name}` stands here"),)
                yield Problem(
                    "LW203",
                    clause.span,
                    {"clause": clause.name, "other": before.name, "related": related, "section": clause.spec.section},
                )
                break
    if construct.name == "atomic":
        words = [clause for clause in construct.node.clauses if clause.name in _ATOMIC]
        if words and construct.node.clauses[0] is not words[0]:
            yield Problem("LW105", words[0].span, {"word": words[0].name})
        elif words:
            after = next((token for token in construct.node.tokens if token.span.start >= words[0].span.end), None)
            if after is not None and after.text == ",":
                yield Problem("LW105", after.span, {"word": ","})


def _required(construct: Construct) -> Iterator[Problem]:
    spec = construct.node.spec
    assert spec is not None
    if spec.required and construct.node.clause(*spec.required) is None:
        # A clause that could not be read may have been the required one.
        if any(problem.code in ("LW110", "LW107") for problem in construct.node.problems):
            return
        needed = ", ".join(f"`{name}`" for name in spec.required)
        yield Problem(
            "LW205", construct.node.name_span, {"directive": spec.name, "needed": needed, "section": spec.section}
        )


def _modifiers(construct: Construct) -> Iterator[Problem]:
    spec = load_spec()
    for clause in construct.node.clauses:
        if clause.argument is None or clause.spec.kind != "data":
            continue
        seen: set[str] = set()
        for token in clause.argument.lead:
            if token.text in seen:
                yield Problem("LW207", token.span, {"word": token.text})
            seen.add(token.text)
            if token.text in spec.structured_modifiers and construct.name in spec.unstructured_directives:
                yield Problem(
                    "LW206", token.span, {"word": token.text, "clause": clause.name, "directive": construct.name}
                )


def _counts(unit: Unit, construct: Construct) -> Iterator[Problem]:
    for clause in construct.node.clauses:
        count = len(clause.items)
        most = 1 if clause.name in _ONE_ARGUMENT else None
        if clause.name == "num_gangs":
            most = 1 if construct.name.startswith("kernels") else 3
        if clause.name == "device_type" and construct.name in ("init", "shutdown", "set"):
            most = 1
        if most is not None and count > most:
            words = "one argument" if most == 1 else f"at most {most} arguments"
            extra = clause.items[most]
            yield Problem(
                "LW120",
                extra.span,
                {"clause": clause.name, "most": words, "count": count, "section": clause.spec.section},
            )
        if clause.name in ("collapse", "tile"):
            for item in clause.items:
                yield from _positive_constant(unit, clause, item)
    if construct.name == "routine" and construct.node.argument is not None and len(construct.node.argument.items) > 1:
        extra = construct.node.argument.items[1]
        yield Problem(
            "LW120", extra.span, {"clause": "routine", "most": "one name", "count": len(construct.node.argument.items)}
        )


def _positive_constant(unit: Unit, clause: ClauseNode, item: Item) -> Iterator[Problem]:
    if not item.tokens or (item.text == "*" and clause.name == "tile"):
        return
    typed = evaluate(item.tokens, unit.declarations, item.span.start)
    if typed.value is not None and typed.value <= 0:
        yield Problem(
            "LW219", item.span, {"clause": clause.name, "found": f", not {typed.value}", "section": clause.spec.section}
        )
    elif typed.value is None and typed.category == "integer":
        yield Problem(
            "LW219",
            item.span,
            {"clause": clause.name, "found": f"; `{item.text}` is not one", "section": clause.spec.section},
        )


def _values(construct: Construct) -> Iterator[Problem]:
    for clause in construct.node.clauses:
        if clause.name == "default":
            for item in clause.items:
                if item.text not in ("none", "present"):
                    yield Problem(
                        "LW121", item.span, {"word": item.text, "clause": "default", "known": "`none` or `present`"}
                    )
        elif clause.name == "device_type":
            devices = load_spec().devices
            star = any(item.text == "*" for item in clause.items)
            for item in clause.items:
                if item.text == "*" and len(clause.items) == 1:
                    continue
                if star or item.tokens[0].kind != "name":
                    yield Problem("LW105", item.span, {"word": item.text})
                elif item.text.lower() not in devices:
                    known = ", ".join(f"`{device}`" for device in devices)
                    yield Problem(
                        "LW121",
                        item.span,
                        {"word": item.text, "clause": "device_type", "known": known, "section": "2.4"},
                    )
        elif clause.name == "bind":
            for item in clause.items:
                if item.tokens[0].kind not in ("name", "string"):
                    yield Problem(
                        "LW121",
                        item.span,
                        {"word": item.text, "clause": "bind", "known": "a name or a string", "section": "2.15.1"},
                    )


def _parallelism(unit: Unit, construct: Construct) -> Iterator[Problem]:
    compute = associated(construct)
    where = _where(construct, compute)
    for clause in construct.node.all(*_PARALLELISM):
        if clause.spec.name not in (construct.node.spec.clauses if construct.node.spec else ()):
            continue
        seen: dict[str, Item] = {}
        for item in clause.items:
            tag = _argument_tag(clause, item)
            if tag in seen and clause.name == "gang":
                yield Problem("LW211", item.span, {"word": tag})
            seen.setdefault(tag, item)
            if not _permitted(clause.name, tag, construct, compute):
                what = {"num": "number", "dim": "`dim`", "static": "`static`", "length": "length"}[tag]
                yield Problem(
                    "LW208",
                    item.span,
                    {"clause": clause.name, "what": what, "where": where, "section": clause.spec.section},
                )
            elif tag == "dim":
                typed = evaluate(item.tokens, unit.declarations, item.span.start)
                if typed.category == "integer" and typed.value not in (1, 2, 3):
                    yield Problem("LW210", item.span)
        holder = construct.compute
        count = _COUNT_OF[clause.name]
        given = holder.node.clause(count) if holder is not None else None
        if compute == "kernels" and given is not None and ({"num", "length"} & set(seen)):
            related = (Related(given.span, f"`{count}` stands here"),)
            yield Problem(
                "LW209",
                clause.span,
                {
                    "clause": clause.name,
                    "other": count,
                    "directive": holder.name if holder else "",
                    "related": related,
                    "section": clause.spec.section,
                },
            )


def _argument_tag(clause: ClauseNode, item: Item) -> str:
    if clause.name == "gang":
        return item.tag.text if item.tag and item.tag.text in ("num", "dim", "static") else "num"
    return "num" if clause.name == "worker" else "length"


def _permitted(clause: str, tag: str, construct: Construct, compute: str | None) -> bool:
    if construct.name == "routine":
        return tag == "dim"
    if tag == "static":
        return True
    if tag == "dim":
        return compute in ("parallel", None)
    if tag == "length":
        return compute != "serial"
    return compute == "kernels"


def _where(construct: Construct, compute: str | None) -> str:
    if construct.name == "routine":
        return "on `routine`"
    if construct.name in COMPUTE:
        return f"on `{construct.name}`"
    return f"in a `{compute}` construct" if compute else "on a loop outside a compute construct"


def _numbers(unit: Unit, construct: Construct) -> Iterator[Problem]:
    for clause in construct.node.all("num_gangs", "num_workers", "vector_length"):
        for item in clause.items:
            value = evaluate(item.tokens, unit.declarations, item.span.start).value if item.tokens else None
            if value is not None and value <= 0:
                yield Problem(
                    "LW216", item.span, {"clause": clause.name, "value": value, "section": clause.spec.section}
                )
            elif value is not None and clause.name == "vector_length" and value > 1 and (value % 32 or value > 1024):
                yield Problem("LW217", item.span, {"value": value})
    for clause in construct.node.all("async", "wait"):
        for item in clause.items:
            value = evaluate(item.tokens, unit.declarations, item.span.start).value if item.tokens else None
            if value is not None and value < 0:
                yield Problem("LW218", item.span, {"value": value})


def _reduction_over_gangs(construct: Construct) -> Iterator[Problem]:
    reduction = construct.node.clause("reduction")
    if reduction is None:
        return
    gangs = construct.node.clause("num_gangs")
    if gangs is not None and len(gangs.items) > 1 and construct.name.startswith("parallel"):
        related = (Related(gangs.span, "`num_gangs` stands here"),)
        yield Problem("LW212", reduction.span, {"other": "several dimensions of `num_gangs`", "related": related})
        return
    for gang in construct.node.all("gang"):
        dim = any(item.tag and item.tag.text == "dim" and item.text != "1" for item in gang.items)
        holder = construct.compute
        outer = holder.node.clause("num_gangs") if holder and holder is not construct else None
        if dim or (outer is not None and len(outer.items) > 1):
            related = (Related(gang.span, "`gang` stands here"),)
            yield Problem(
                "LW212", reduction.span, {"other": "a `gang` loop over several dimensions", "related": related}
            )
            return


_OF_A_LIST = frozenset(("LW105", "LW113", "LW114", "LW115", "LW116", "LW117", "LW118", "LW119", "LW302"))


def is_shouted(word: str) -> bool:
    """Whether a word is written as macros are."""
    return len(word) > 1 and word.isupper()


def _has_macro(unit: Unit, construct: Construct, span: Span, elsewhere: Elsewhere) -> bool:
    """Whether a macro, or what may be one of a header, stands in the entry of a list around ``span``."""
    tokens = construct.node.tokens
    at = next((i for i, token in enumerate(tokens) if token.span.end > span.start), len(tokens) - 1)
    first = at
    while first > 0 and tokens[first - 1].text not in (",", "("):
        first -= 1
    for index in range(first, len(tokens)):
        token = tokens[index]
        if token.span.start > span.end or (token.text in (",", ")") and token.span.start >= span.end):
            return False
        called = index + 1 < len(tokens) and tokens[index + 1].text == "("
        if token.kind == "name" and (
            token.text in unit.declarations.macros
            or ((called or is_shouted(token.text)) and elsewhere.may_define(token.text))
        ):
            return True
    return False


_EFFECTS = {
    ("if", True): "it says nothing",
    ("if", False): "the region always runs on the host, or the directive does nothing",
    ("self", True): "the region always runs on the host",
    ("self", False): "it says nothing",
}


def _constant_conditions(unit: Unit, construct: Construct) -> Iterator[Problem]:
    for clause in construct.node.all("if", "self"):
        if clause.spec.kind != "condition" or (construct.name == "update" and clause.name == "self"):
            continue
        for item in clause.items:
            value = evaluate(item.tokens, unit.declarations, item.span.start).value if item.tokens else None
            if value is not None:
                truth = bool(value)
                effect = _EFFECTS[clause.name, truth]
                values = {
                    "clause": clause.name,
                    "value": str(truth).lower(),
                    "effect": effect,
                    "section": clause.spec.section,
                }
                yield Problem("LW222", item.span, values)


def _advice(construct: Construct) -> Iterator[Problem]:
    spec = load_spec()
    for clause in construct.node.clauses:
        if clause.written.text in spec.deprecated:
            yield Problem(
                "LW214",
                clause.written.span,
                {"word": clause.written.text, "clause": clause.name, "section": clause.spec.section},
            )
    own = construct.node.clause("self")
    condition = construct.node.clause("if")
    if own is not None and condition is not None and construct.name in COMPUTE:
        yield Problem("LW213", own.span, {"related": (Related(condition.span, "`if` stands here"),)})
    tile, collapse = construct.node.clause("tile"), construct.node.clause("collapse")
    if tile is not None and collapse is not None:
        later = max(tile, collapse, key=lambda clause: clause.span.start)
        yield Problem("LW221", later.span)


def syntax_problems(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Iterator[Problem]:
    """What the parser found, with the nearest legal names. A word that a header may define is expanded by the compiler,
    so it is no unknown clause, and what a list with a macro in it says is not known."""
    spec = load_spec()
    for problem in construct.node.problems:
        values = dict(problem.values)
        if problem.code in _OF_A_LIST and _has_macro(unit, construct, problem.span, elsewhere):
            continue
        if problem.code in ("LW101", "LW110") and is_shouted(values["word"]) and elsewhere.may_define(values["word"]):
            continue
        if problem.code == "LW101":
            both = f"{values['word']} {values.get('second') or ''}".strip()
            hint = did_you_mean(both, [name for name in spec.directives if " " in name])
            values["nearest"] = hint or did_you_mean(values["word"], spec.directives)
        elif problem.code == "LW110":
            directive = spec.directives.get(values["directive"])
            legal = directive.clauses if directive else ()
            values["nearest"] = did_you_mean(values["word"], legal) or did_you_mean(values["word"], spec.clauses)
            if not values["nearest"] and values["word"] not in spec.foreign and elsewhere(values["word"]):
                continue
        elif problem.code == "LW117" and not isinstance(values.get("known"), str):
            known = values.get("known") or ()
            values["known"] = ": it takes " + ", ".join(f"`{word}`" for word in known) if known else ": it takes none"
        yield Problem(problem.code, problem.span, values)
