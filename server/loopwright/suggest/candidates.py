"""Which loops deserve a directive, and why others do not."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator
from functools import cache

from tree_sitter import Node

from loopwright.bounded import keep
from loopwright.dependence.decide.arrays import private_arrays
from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.model.program import Effect as HiddenEffect
from loopwright.dependence.model.program import accesses_in, flat
from loopwright.dependence.walk.lambda_bodies import is_in_lambda
from loopwright.lang.classes import descendants, plain
from loopwright.lang.declarators import read_type
from loopwright.lang.effects import Effect, effect_of, effects
from loopwright.lang.library import library
from loopwright.lang.scopes import scopes_of
from loopwright.memory.places import stance_of
from loopwright.openacc.directive import Clause, parse_directive
from loopwright.openacc.spec import load_spec
from loopwright.source.kept import kept, once
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.text import Span, number_of
from loopwright.source.tokens import tokens_of
from loopwright.suggest.device_calls import comes_back_to, starts_work
from loopwright.suggest.facts import (
    INDEPENDENT,
)
from loopwright.suggest.growing import grown_in
from loopwright.suggest.host_calls import host_call
from loopwright.suggest.other_header import fit, is_unfit
from loopwright.suggest.stored_references import instead_of, lost_reference
from loopwright.suggest.taken_out import goes_by_elements

_COMPUTE = frozenset(("parallel", "kernels", "serial"))
# Regions of OpenMP that every thread of a team runs, or that run as a task beside others.
_HOST_THREADS = frozenset(("parallel", "task", "sections", "section"))
_SHARED_OUT = frozenset(("for", "sections"))  # words that may follow these
_IN_LOOPS = frozenset(("loop", "atomic", "cache"))  # directives that a compute construct around wants
_STREAMS = frozenset(("cout", "cerr", "clog", "cin"))
_INPUT = frozenset(("scanf", "fscanf", "fread", "fgets", "gets", "getc", "fgetc", "getchar"))
_MOST_REMEMBERED = 20_000
_HARMLESS = frozenset(("assert", "static_assert"))


def candidate_loops(outline: Outline, among: Iterable[Loop] | None = None) -> Iterator[Loop]:
    """Loops of a file, or ``among`` those of a function, that are offered unasked: host code, a form OpenACC takes, no early exit, no input or
    output, and no loop around it that is offered already and can be argued for: in steps of time that depend on each other the loops
    inside are what runs at once. In an annotated loop only where the file annotates such loops."""
    around: Loop | None = None  # the last loop in which nothing more is offered
    doubtful: Loop | None = None
    for loop in outline.loops if among is None else among:
        if around is not None and around.span.contains(loop.span):
            continue
        if why_not(outline, loop) is not None or not _is_customary(outline, loop):
            continue
        is_independent = judge(outline, loop).verdict in INDEPENDENT
        if doubtful is not None and doubtful.span.contains(loop.span) and not is_independent:
            continue
        around, doubtful = (loop, doubtful) if is_independent else (around, loop)
        yield loop


def _is_customary(outline: Outline, loop: Loop) -> bool:
    """Whether a directive here is no surprise: nothing annotated is around or above, or the file annotates inner loops."""
    if loop.pragma("acc") and stance_of(outline, loop).stacked:
        return False  # a `data` or `update` above it says nothing of the loop
    return region_around(outline, loop) != "loop" or annotates_inner_loops(outline)


def annotates_inner_loops(outline: Outline) -> bool:
    """Whether the file has directives for loops inside of compute constructs."""
    return bool(outline.pragmas_named("loop"))


def why_not(outline: Outline, loop: Loop) -> str | None:
    """Why no directive can be offered above ``loop``; ``None`` if one can."""
    if loop.function is not None and loop.function.kind != "host":
        return "the loop runs on the device already"
    if not has_room(outline, loop):
        macro = macro_above(loop)
        return f"a directive stands here already, as {macro}" if macro else "a directive stands here already"
    joined = _joined_by(loop)
    if joined:
        return f"`{joined}` of a loop around it makes them one, and no directive may stand between"
    shared = _shared_by_threads(outline, loop)
    if shared:
        return f"it stands in `omp {shared}`, whose threads would each start it"
    if is_unfit(loop) and not loop.header.is_range and fit(outline, loop) is None:
        return (
            loop.header.problem or "the header does not say where the loop starts"
        )  # gcc and clang refuse every directive then
    if loop.exits:
        return f"{' and '.join(loop.exits)} may leave the loop early"
    grown = grown_in(outline, loop)
    if grown:
        return f"`{grown}` changes the size of a container, whose memory is the host's"
    if works_on_the_host(outline, loop):
        return "the body does input, output or memory allocation"
    host = host_call(outline, loop)
    if host:
        return f"the body calls {host}, which is for the host alone"
    starter = starts_work(outline, loop)
    if starter:
        return f"the body calls {starter}, which starts work on a device itself"
    around = comes_back_to(outline, loop)
    if around:
        return (
            f"the body calls {around}, which the loop stands in: a function that the device calls starts no work itself"
        )
    for name in _called_for_effect(outline, loop):
        if name not in _HARMLESS and not _is_known(outline, name):
            return f"the body calls {name}, which may have effects beyond the loop"
    stored = _stored_address(outline, loop)
    if stored:
        return f"it stores an address in {stored}: those of the device mean nothing on the host"
    reference = lost_reference(outline, loop)
    if reference:
        return instead_of(reference)
    if outline.source.language != "c" and is_in_lambda(outline, loop.span.start):
        return "it stands in a lambda, and not every compiler brings to the device what that captures"
    return loop.header.problem if loop.header.is_range and not goes_by_elements(outline, loop) else None


def _joined_by(loop: Loop) -> str:
    """The `collapse` or `tile` of a loop around that takes this one in (OpenACC 3.4, sections 2.9.1, 2.9.8); empty if there is none."""
    for depth, around in enumerate(loop.around(), 1):
        for pragma in around.pragmas:
            directive = parse_directive(pragma.text) if pragma.sentinel == "acc" else None
            for clause in directive.clauses if directive is not None else ():
                if _loops_of(clause) > depth:
                    return str(clause)
    return ""


def _loops_of(clause: Clause) -> int:
    """How many loops a clause makes one: 1 where it says nothing of it."""
    if clause.name == "tile":
        return len(clause.entries)
    number = number_of((clause.argument or "").rpartition(":")[2].strip())  # `force:` may stand before it
    return number or 1 if clause.name == "collapse" else 1


def _stored_address(outline: Outline, loop: Loop) -> str:
    """Memory from outside the loop that it writes pointers to: a kernel sees addresses of the device. Empty if there is none: an array that
    each iteration fills anew is gone with it."""
    found = nest_of_loop(outline, loop)
    if found is None:
        return ""
    program, number = found
    for access in accesses_in(program.nests[number].body):
        root = program.roots.get(access.place.root)
        is_own = root is not None and number in root.loops
        if access.writes and access.element == "*" and not access.is_scalar and not is_own and access.stored is None:
            if access.place.root not in private_arrays(program, number):
                return access.text
    return ""


@kept
def works_on_the_host(outline: Outline, loop: Loop) -> bool:
    """Whether the body does input or output, allocates memory or ends the program."""
    return _calls_the_system(outline, loop) or _tells_somebody(outline, loop)


def _tells_somebody(outline: Outline, loop: Loop) -> bool:
    """Whether the body writes to or reads from a stream of whatever name."""
    found = nest_of_loop(outline, loop)
    if found is None:
        return False
    effects_of_it = (item for item in flat(found[0].nests[found[1]].body) if isinstance(item, HiddenEffect))
    return any(item.kind == "output" for item in effects_of_it)


def _calls_the_system(outline: Outline, loop: Loop) -> bool:
    """Whether the body reads or writes files, allocates memory or ends the program."""
    text = outline.source.data[loop.body.start : loop.body.end]
    if not any(name in text for name in _names_of_the_host()):
        return False  # to look at every node takes longer
    root = outline.source.tree.root_node
    body = root.descendant_for_byte_range(loop.body.start, max(loop.body.start, loop.body.end - 1)) or root
    for node in (body, *descendants(body)):
        if not loop.body.start <= node.start_byte < loop.body.end:
            continue
        if node.type in ("new_expression", "delete_expression"):
            return True
        if node.type == "declaration" and _takes_memory(outline, node):
            return True
        if node.type in ("identifier", "qualified_identifier") and text_of(node).rpartition("::")[2] in _STREAMS:
            return True
        if node.type == "call_expression":
            name = text_of(node.child_by_field_name("function")).rpartition("::")[2]
            if name in _INPUT or _is_for_the_host(effect_of(name)):
                return True
    return False


def _takes_memory(outline: Outline, declaration: Node) -> bool:
    """Whether an object is declared whose elements have memory of their own, and no reference to one."""
    if outline.source.language == "c":
        return False
    kinds = (read_type(each, declaration)[1] for each in declaration.children_by_field_name("declarator"))
    names = (plain(kind.base) for kind in kinds if not (set(kind.layers) & {"&", "*"}))
    return "static" not in text_of(declaration).split() and any(name in library().containers.owning for name in names)


def _is_for_the_host(effect: Effect) -> bool:
    return effect.order == "output" or effect.allocates or effect.releases or effect.ends


@cache
def _names_of_the_host() -> tuple[bytes, ...]:
    named = {name for name, effect in effects().items() if _is_for_the_host(effect)}
    return tuple(
        name.encode() for name in sorted(named | _STREAMS | _INPUT | {"new", "delete"} | library().containers.owning)
    )


def _shared_by_threads(outline: Outline, loop: Loop) -> str:
    """The OpenMP construct around ``loop`` (or at it, for what shares an outer construct's threads) that several threads of the
    host run; empty if there is none, and in a compute construct: it is of another build than an OpenMP one around it."""
    if stance_of(outline, loop).compute:
        return ""
    for pragma in loop.pragmas:
        words = pragma.text.split()
        if pragma.sentinel == "omp" and words[:1] in (["for"], ["taskloop"], ["loop"]):
            return pragma.text.split("(")[0].split(" ")[0]
    for pragma in _pragmas_around(outline, loop):
        threads = _threads_of(pragma)
        if not threads or pragma.governs >= loop.span.start:
            continue
        node = outline.source.tree.root_node.descendant_for_byte_range(pragma.governs, pragma.governs + 1)
        while node is not None and node.parent is not None and node.parent.start_byte == pragma.governs:
            node = node.parent
        if node is not None and loop.span.end <= node.end_byte and not _drives_devices(outline, node):
            return threads
    return ""


def _threads_of(pragma: Pragma) -> str:
    """The construct of OpenMP that has several threads of the host run what it governs; empty for other directives."""
    if pragma.sentinel != "omp":
        return ""
    words = [token.text for token in tokens_of(pragma.text)[:2]]
    if not _HOST_THREADS.issuperset(words[:1]):
        return ""
    return " ".join(words[: 1 + _SHARED_OUT.issuperset(words[1:])])


def _drives_devices(outline: Outline, region: Node) -> bool:
    """Whether OpenACC's directives stand among the statements of a region of OpenMP: its threads are meant to start work on devices."""
    inside = (p for p in outline.pragmas if region.start_byte < p.span.start < region.end_byte and p.sentinel == "acc")
    return any(parse_directive(p.text).name not in _IN_LOOPS for p in inside)


def _pragmas_around(outline: Outline, loop: Loop) -> tuple[Pragma, ...]:
    """The directives among which those that govern what is around ``loop`` are."""
    inside = outline.is_in_function(loop.span.start)
    return outline.pragmas_in(outline.pieces[outline.piece_index(loop.span.start)]) if inside else outline.pragmas


def macro_above(loop: Loop) -> str:
    """The macro that stands for a directive of OpenACC above ``loop``, empty if there is none."""
    return next((pragma.macro for pragma in loop.pragmas if pragma.sentinel == "acc"), "")


def has_room(outline: Outline, loop: Loop) -> bool:
    """Whether what stands above ``loop`` leaves a part of the combination open: `loop` under `parallel`, or the reverse. What a
    macro says is the macro's, and OpenMP that shares its line with the loop cannot be kept from OpenACC."""
    if macro_above(loop) or any(not pragma.is_line and not is_alone(outline, pragma) for pragma in loop.pragmas):
        return False
    if not any(pragma.sentinel == "acc" for pragma in loop.pragmas):
        return True
    known = load_spec().directives
    if any(p.sentinel == "acc" and parse_directive(p.text).name not in known for p in loop.pragmas):
        return False  # `region` of the models before OpenACC is a compute construct
    place = stance_of(outline, loop)
    stacked = set(place.stacked)
    if not stacked:
        return True  # `data`, `atomic` and the like leave everything open
    if "loop" in stacked:
        return not place.compute and stacked == {"loop"}
    return stacked <= set(_COMPUTE)


def is_alone(outline: Outline, pragma: Pragma) -> bool:
    """Whether nothing else stands on the lines of a directive."""
    data = outline.source.data
    start, end = data.rfind(b"\n", 0, pragma.span.start) + 1, data.find(b"\n", pragma.span.end)
    rest = data[pragma.span.end : len(data) if end < 0 else end]
    return not data[start : pragma.span.start].strip() and not rest.strip()


_effects: dict[tuple[bytes, str], tuple[str, ...]] = {}


def _called_for_effect(outline: Outline, loop: Loop) -> tuple[str, ...]:
    """Names of functions called as statements of their own: such a call has a purpose other than its value. Remembered by
    the loop's text."""
    source = outline.source
    key = (source.data[loop.body.start : loop.body.end], source.language)
    known = _effects.get(key)
    if known is None:
        known = keep(_effects, key, tuple(_calls_that_stand_alone(source.tree.root_node, loop.body)), _MOST_REMEMBERED)
    return known


def _calls_that_stand_alone(root: Node, body: Span) -> Iterator[str]:
    stack = [root.descendant_for_byte_range(body.start, max(body.start, body.end - 1)) or root]
    while stack:
        node = stack.pop()
        if node.end_byte <= body.start or node.start_byte >= body.end:
            continue
        if node.type == "expression_statement" and node.named_children:
            call = node.named_children[0]
            function = call.child_by_field_name("function") if call.type == "call_expression" else None
            if function is not None and function.type in ("identifier", "qualified_identifier"):
                yield text_of(function)
        stack.extend(reversed(node.named_children))


def _is_known(outline: Outline, name: str) -> bool:
    """Whether the file or a header says what a call does: a function that is defined, or a macro."""
    macro = scopes_of(outline).macros.get(name)
    return bool(outline.definitions(name.split("::")[-1])) or (macro is not None and macro.kind == "function")


def region_around(outline: Outline, loop: Loop) -> str | None:
    """``loop`` inside an annotated loop, ``parallel``, ``kernels`` or ``serial`` inside such a region, else ``None``."""
    if any(pragma.sentinel == "acc" for around in loop.around() for pragma in around.pragmas):
        return "loop"
    regions = _compute_regions(outline, loop)
    before = bisect.bisect_right(regions, loop.span.start, key=lambda region: region[0].start) - 1
    if before < 0:
        return None
    span, name = regions[before]
    return name if loop.span.end <= span.end else None


def _compute_regions(outline: Outline, loop: Loop) -> list[tuple[Span, str]]:
    """What the compute constructs around ``loop``, and beside it in its function, govern, with their names, in order; those inside of
    another are left out."""
    index = outline.piece_index(loop.span.start)
    return once(outline, (_compute_regions, index), lambda: _read_regions(outline, loop))


def _read_regions(outline: Outline, loop: Loop) -> list[tuple[Span, str]]:
    found: list[tuple[Span, str]] = []
    root = outline.source.tree.root_node
    for pragma in _pragmas_around(outline, loop):
        name = parse_directive(pragma.text).name if pragma.sentinel == "acc" else ""
        if name not in _COMPUTE or (found and pragma.governs < found[-1][0].end):
            continue
        block = root.descendant_for_byte_range(pragma.governs, pragma.governs + 1)
        if block is not None and block.type == "{":
            block = block.parent
        if block is not None:
            found.append((Span(block.start_byte, block.end_byte), name))
    return found
