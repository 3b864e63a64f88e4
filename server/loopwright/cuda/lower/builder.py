"""What the cutting of a kernel builds: regions under guards, control around them with what clears the guards, arrays for all threads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.arrays import ThreadArray
from loopwright.cuda.ir.code import NOTHING, Code, Quoted, form, quoted, scanned, spelled
from loopwright.cuda.ir.plan import Around, Guard, Item, Once, Region, Step, Unsupported
from loopwright.cuda.ir.statements import SILENT, Plain, Remarks, plain
from loopwright.cuda.lower.device import InnerRule
from loopwright.cuda.lower.reductions import folds_a_row, goes_along_own_tile
from loopwright.cuda.read.device_function import INDICES, DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import LOOPS, ancestors, holds, target_of, walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.read.variables import Variable, split_alignment, without
from loopwright.source.nodes import remark_behind, remarks_before, text_of

_NOT_VECTOR = (
    "atomic",
    "printf",
    "assert",
    "clock",
    "#pragma",
    "<<<",
)  # parts of words as well: `atomicAdd`, `clock64`
_JUMPS = frozenset(("goto", "while", "break"))
_LEAVES = frozenset(("return",))  # a kernel's own, written as `continue`, passes over the rest for one lane
_KEEPS_INSIDE = frozenset((*LOOPS, "switch_statement", "lambda_expression"))

SHOWN = "shown"  # how arrays are called in which threads show each other something


@dataclass
class Frame:
    """Control around the place. ``masks`` are cleared by what leaves it."""

    kind: str  # function, loop, if
    guards: tuple[Guard, ...] = ()
    leave: list[str] = field(default_factory=list)  # arrays that `break` clears
    skip: list[str] = field(default_factory=list)  # arrays that `continue` clears
    plain: bool = False  # the block goes through it as a whole


class Builder:
    """For one function. ``vary`` tells what differs between threads, ``rule`` how device code is said in C++."""

    def __init__(self, function: DeviceFunction, code: DeviceCode, vary: Vary, rule: InnerRule) -> None:
        self.function, self.code, self.vary, self.rule = function, code, vary, rule
        self.variables = function.variables
        self.typing = Typing(function, code)
        self.arrays: list[ThreadArray] = []
        self.exchanged: dict[int, Code] = {}  # what stands for a call by which threads show each other something
        self.frames: list[Frame] = [Frame("function")]
        self.items: list[Item] = []
        self._open: Region | None = None
        self._count = 0
        self.result: str | None = None  # the array that takes what the function returns
        self.everywhere = False  # what is done once is done before the loops over all threads: there may be none
        self.dissolved: Node | None = None  # a loop whose rounds are the threads now
        self._last_wait = code.last_wait(function)
        self._left: Region | None = None  # where the first threads have returned, with nothing that says which
        self._beside = SILENT  # what is said beside the statement that is looked at, until something is made of it
        self._before: tuple[Plain, ...] = ()  # what was said before a declaration that does not stay in its place
        self.moved_up: set[int] = set()  # declarations of that kind: the next statement has what was said before them

    def thread_code(self, node: Node) -> Code:
        """A part of the body as code inside a region."""
        return quoted(node, self._thread_rule)

    def _thread_rule(self, node: Node) -> Code | None:
        return self.rule(node, self._thread_rule)

    def _active(self) -> tuple[Guard, ...]:
        """Guards of the place, those that an array already holds left out."""
        guards: list[Guard] = []
        for frame in self.frames:
            if any(g.mask for g in frame.guards):
                guards = []
            guards += frame.guards
        return tuple(guards)

    def _current(self) -> Region:
        if self._open is None:
            self._open = Region([], self._active())
        return self._open

    def _step(self, step: Step) -> None:
        step.runs = self._said(step.runs)
        self._current().steps.append(step)

    def _said(self, runs: Plain) -> Plain:
        """The first that is made of a statement, with what is said beside that."""
        return replace(runs, remarks=self._taken_remarks())

    def _listen(self, node: Node) -> None:
        """Look at what is said beside a statement, and beside control around it of which nothing was made."""
        told, around = remarks_of(node), self._beside
        before = (*self._before, *around.before, *told.before)
        behind = told.behind if told.behind is not None else around.behind
        self._beside, self._before = Remarks(before, behind, told.after, told.apart or around.apart), ()

    def _leave_remarks(self, declaration: Node) -> None:
        """A declaration that regions make again, before their statements: what stood before it among those stays there."""
        if self.items or (self._open is not None and self._open.steps):
            self._before += self._taken_remarks().before
            self.moved_up.add(declaration.id)

    def _taken_remarks(self) -> Remarks:
        taken, self._beside = self._beside, SILENT
        return taken

    def _close(self) -> None:
        if self._open is not None and self._open.steps:
            self.items.append(self._open)
        self._open = None

    def _once(self, code: Code, declares: Variable | None = None) -> None:
        if declares is None or not self.vary.may_move_up(declares):
            self._close()
        self.items.append(Once(self._said(Plain(code)), declares))

    def _own(self, text: str) -> None:
        """A statement of ours that the block runs once, here."""
        self.items.append(Once(plain(text)))

    def _within(self, around: Around, build: Callable[[], None]) -> None:
        self._close()
        if around.kind not in ("block", "else"):
            around.remarks = self._taken_remarks()
        outer, self.items = self.items, around.items
        build()
        self._close()
        self.items = outer
        self.items.append(around)

    def _array(self, type: Code | str, hint: str) -> str:
        self._count += 1
        taken = self.function.words | self.function.file_macros.keys()
        while f"{hint}_{self._count}" in taken:
            self._count += 1
        name = f"{hint}_{self._count}"
        kind = spelled(type) if isinstance(type, str) else type
        self.arrays.append(ThreadArray(kind, name, shown=hint == SHOWN))
        return name

    def _type(self, node: Node) -> str:
        found = self.typing.text(node)
        if found is None:
            raise Unsupported(f"the type of {text_of(node)} cannot be told", node.start_byte)
        return found

    def of_same_type(self, node: Node) -> Code:
        """An expression of the same type that names no variable of the function: the array stands before them all."""

        def rule(part: Node) -> Code | None:
            if part.type == "field_expression" and text_of(part.child_by_field_name("argument")) in INDICES:
                return spelled("0u")
            if (
                part.type == "identifier"
                and (variable := self.variables.of(part)) is not None
                and not variable.parameter
            ):
                if variable.base in ("auto", "") and variable.init is not None:
                    return form("std::declval<std::decay_t<decltype({})> &>()", self.of_same_type(variable.init))
                _, head = split_alignment(
                    without(variable.head, "__shared__", "extern", "static", "volatile", "constexpr")
                )
                declarator = variable.renamed("")
                if "[]" in declarator:
                    return spelled(f"std::declval<{head} *&>()")
                if variable.extents:
                    at = declarator.index("[")
                    declarator = f"{declarator[:at]}(&){declarator[at:]}"
                elif not variable.reference:
                    declarator += " &"
                return spelled(f"std::declval<{head} {declarator.strip()}>()")
            return self.rule(part, rule)

        return quoted(node, rule)

    # -- leaving early

    def _leaving(self, node: Node) -> Code:
        """The text of a statement in a region, where what leaves control around the region clears the arrays."""
        jumps = [n for n in walk(node) if n.type in ("return_statement", "break_statement", "continue_statement")]
        outside = {n.id: n for n in jumps if (t := target_of(n)) is None or not holds(node, t)}
        if not outside:
            return self.thread_code(node)

        def rule(part: Node) -> Code | None:
            return self._jump(part, node) if part.id in outside else self._thread_rule(part)

        return quoted(node, rule)

    def _jump(self, jump: Node, statement: Node) -> Code:
        t, cleared = self.vary.t, []
        value: Code = NOTHING
        if jump.type == "continue_statement" and self.dissolved is not None and target_of(jump) == self.dissolved:
            pass  # on to the next thread
        elif (
            jump.type == "continue_statement" and (loop := target_of(jump)) is not None and loop.id in self.vary.passing
        ):
            # What follows in the round is in this region, or the loop is not for the block.
            self._left = self._left or self._current()
        elif jump.type == "return_statement":
            if self.result is not None and jump.named_children:
                value = form("{}[{}] = {};", self.result, t, self.thread_code(jump.named_children[0]))
            if self._something_follows(statement):
                for frame in self.frames:
                    cleared += [*frame.leave, *frame.skip]
                    cleared += [g.mask for g in frame.guards if g.mask]
            else:
                self._left = self._left or self._current()
        else:
            at = max((i for i, frame in enumerate(self.frames) if frame.kind == "loop"), default=-1)
            if at < 0 or self.frames[at].plain:
                raise Unsupported("some threads leave a loop in which the block waits", jump.start_byte)
            frame = self.frames[at]
            cleared = frame.skip if jump.type == "continue_statement" else frame.leave
            cleared = [
                *cleared,
                *(g.mask for f in self.frames[at + 1 :] for g in f.guards if g.mask),
            ]
        cleared = list(dict.fromkeys(cleared))
        clear = "".join(f"{name}[{t}] = " for name in cleared) + "false; " if cleared else ""
        if jump == statement and statement == self.function.body.named_children[-1]:
            return value
        first = form("{} ", value) if value is not NOTHING else NOTHING
        inner = any(a.type in LOOPS or a.type == "switch_statement" for a in ancestors(jump, statement))
        one = (first is NOTHING and not clear) or (jump.parent is not None and jump.parent.type == "compound_statement")
        written = "{}{}{};" if one else "{{ {}{}{}; }}"
        if not inner:
            return form(written, first, clear, "continue")
        region = self._current()
        if region.label is None:
            self._count += 1
            region.label = f"next_{self._count}"
        return form(written, first, clear, f"goto {region.label}")

    def _something_follows(self, node: Node) -> bool:
        """Whether threads wait after ``node``, in the text or in the next round of a loop."""
        if self._last_wait > node.end_byte:
            return True
        loops = (a for a in ancestors(node, self.function.body) if a.type in LOOPS)
        return any(self.code.waits_in(a, self.function) for a in loops)

    # -- what is asked of a statement

    def _is_vector(self, node: Node) -> bool:
        text = text_of(node)
        jumps = _JUMPS if self._only_goes_on(node) else _JUMPS | _LEAVES
        if any(word in text for word in (*_NOT_VECTOR, *jumps)):
            plain = _without_comments(node)
            if any(word in plain for word in _NOT_VECTOR) or not jumps.isdisjoint(scanned(plain)):
                return False
        return (
            self.function.kind != "kernel"
            or "for" not in text
            or not (
                any(n.type == "for_statement" and folds_a_row(n, self.variables) for n in walk(node))
                or goes_along_own_tile(node, self.variables)
            )
        )

    def _only_goes_on(self, node: Node) -> bool:
        """Whether all that leaves the kernel in a conditional goes straight to the next thread (:meth:`_jump`)."""
        if self.function.kind != "kernel" or node.type != "if_statement" or self._something_follows(node):
            return False
        leaves = (n for n in walk(node) if n.type == "return_statement")
        return not any(around.type in _KEEPS_INSIDE for leaving in leaves for around in ancestors(leaving, node))


def remarks_of(node: Node) -> Remarks:
    """What the source says beside a statement: behind it all that stands there, where no other statement follows."""
    before, behind = remarks_before(node), remark_behind(node)
    first = before[0] if before else node
    above = first.prev_sibling
    apart = above is not None and above.is_named and first.start_point.row > above.end_point.row + 1
    after: list[Node] = []
    following = (behind or node).next_sibling
    while following is not None and following.type == "comment":
        after.append(following)
        following = following.next_sibling
    last = following is None or following.type == "}"
    told = Quoted(behind, {}) if behind is not None else None
    return Remarks(_in_lines(before), told, _in_lines(after) if last else (), apart)


def _in_lines(comments: list[Node]) -> tuple[Plain, ...]:
    return tuple(Plain(Quoted(comment, {}), comment.start_point.column) for comment in comments)


def _without_comments(node: Node) -> str:
    """The text of a statement as the compiler reads it: what a comment says of `printf` or `return` is no call."""
    text, end = "", node.start_byte
    whole = node.text or b""
    for comment in (n for n in walk(node) if n.type == "comment"):
        text += whole[end - node.start_byte : comment.start_byte - node.start_byte].decode("utf-8", "replace")
        end = comment.end_byte
    return text + whole[end - node.start_byte :].decode("utf-8", "replace")
