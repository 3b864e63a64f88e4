"""A directive in the text → a tree with positions, whatever is wrong with it.

The grammar is that of OpenACC 3.4 (chapter 2), read from the clause tables. After an error the parser goes on at the
next comma, bracket or clause, so that one directive can give several problems, each with its own place.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any

from loopwright.openacc.nodes import Argument, ClauseNode, DirectiveNode, Item, Slip, Subscript, Variable
from loopwright.openacc.spec import DirectiveSpec, load_spec
from loopwright.source.text import Span
from loopwright.source.tokens import Token, cover, text_of, tokenize

_OPEN = {"(": ")", "[": "]", "{": "}"}
_CLOSE = frozenset(")]}")
_BINARY = frozenset(("/", "%", "<<", ">>", "<=", ">=", "<", ">", "==", "!=", "&&", "||", "|", "^", "?", ":", "=", ".", "->", ","))  # fmt: skip
_BEFORE_NAME = frozenset(("sizeof", "const", "unsigned", "signed", "long", "short", "struct", "enum", "union", "class", "volatile"))  # fmt: skip
MOST_CLAUSES = 2000


def parse_pragma(data: bytes, span: Span, after_sentinel: int) -> DirectiveNode:
    """Parse the directive at ``span`` (from ``#``); its words begin at byte ``after_sentinel``."""
    return parse_words(tokenize(data, Span(after_sentinel, span.end)), span)


def parse_words(words: tuple[Token, ...], span: Span) -> DirectiveNode:
    """Parse the words of a directive that stands at ``span``."""
    return _Parser(words, span).directive()


@lru_cache(maxsize=1)
def directive_words() -> dict[str, tuple[str, ...]]:
    """First word → names of directives that begin with it, longest first."""
    words: dict[str, tuple[str, ...]] = {}
    for name in sorted(load_spec().directives, key=len, reverse=True):
        first = name.split()[0]
        words[first] = (*words.get(first, ()), name)
    return words


class _Parser:
    def __init__(self, tokens: tuple[Token, ...], span: Span) -> None:
        self.tokens, self.span = tokens, span
        self.at = 0
        self.slips: list[Slip] = []
        self.match = _matching(tokens)

    def directive(self) -> DirectiveNode:
        if not self.tokens:
            self._slip("LW104", Span(self.span.start, self.span.end))
            return self._node(None, self.span, None, None, ())
        name, name_span = self._directive_name()
        if name is None:
            return self._node(None, name_span, None, None, ())
        spec = load_spec().directives[name]
        argument = self._directive_argument(spec)
        return self._node(name, name_span, spec, argument, self._clauses(spec))

    def _node(self, name: Any, name_span: Span, spec: Any, argument: Any, clauses: Any) -> DirectiveNode:
        return DirectiveNode(self.span, name, name_span, spec, argument, tuple(clauses), tuple(self.slips), self.tokens)

    def _slip(self, code: str, span: Span, **words: Any) -> None:
        self.slips.append(Slip(code, span, **words))

    def _here(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _end(self) -> Span:
        last = self.tokens[-1].span.end if self.tokens else self.span.end
        return Span(max(self.span.start, last - 1), last)

    def _directive_name(self) -> tuple[str | None, Span]:
        first = self.tokens[0]
        for name in directive_words().get(first.text, ()):
            words = name.split()
            found = self.tokens[: len(words)]
            if [token.text for token in found] == words:
                self.at = len(words)
                return name, cover(found)
        second = self.tokens[1].text if len(self.tokens) > 1 and self.tokens[1].kind == "name" else ""
        code = "LW105" if first.kind != "name" else "LW101"
        span = first.span
        if first.text in ("enter", "exit"):
            self._slip("LW103", span, word=first.text)
        elif first.text == "end" and second in directive_words():
            self._slip("LW102", Span(span.start, self.tokens[1].span.end), word=second)
        else:
            self._slip(code, span, word=first.text, second=second)
        return None, span

    def _directive_argument(self, spec: DirectiveSpec) -> Argument | None:
        token = self._here()
        if token is None or token.text != "(":
            if spec.argument == "required":
                self._slip("LW106", cover(self.tokens[: self.at]), word=spec.name)
            return None
        if spec.argument is None:
            stop = self._after(self.at)
            self._slip("LW107", cover(self.tokens[self.at : stop]), word=spec.name)
            self.at = stop
            return None
        kind = {"wait": "wait", "cache": "cache", "routine": "name"}[spec.name]
        return self._argument(kind, spec.name, ("readonly",) if kind == "cache" else ())

    def _clauses(self, spec: DirectiveSpec) -> list[ClauseNode]:
        clauses: list[ClauseNode] = []
        junk = False
        first = True
        while (token := self._here()) is not None and len(clauses) < MOST_CLAUSES:
            if token.text == "," and not first and self._next_is_name():
                self.at += 1
                junk = False
                continue
            if token.kind != "name":
                if not junk:
                    self._slip("LW105", token.span, word=token.text)
                junk = True
                self.at = self._after(self.at) if token.text in _OPEN else self.at + 1
                continue
            junk, first = False, False
            clause = self._clause(spec, token)
            if clause is not None:
                clauses.append(clause)
        return clauses

    def _next_is_name(self) -> bool:
        return self.at + 1 < len(self.tokens) and self.tokens[self.at + 1].kind == "name"

    def _clause(self, directive: DirectiveSpec, token: Token) -> ClauseNode | None:
        spec = load_spec()
        name = spec.aliases.get(token.text, token.text)
        row = spec.clauses.get(name)
        self.at += 1
        opens = self._here() is not None and self.tokens[self.at].text == "("
        if row is None:
            self._slip("LW110", token.span, word=token.text, directive=directive.name)
            if opens:
                self.at = self._after(self.at)
            return None
        kind, need = row.kind, row.argument
        if name == "self" and directive.name == "update":
            kind, need = "data", "required"
        argument = None
        if opens and need == "none":
            stop = self._after(self.at)
            self._slip("LW112", cover(self.tokens[self.at : stop]), word=name)
            self.at = stop
        elif opens:
            argument = self._argument(kind or "expression", name, row.modifiers)
        elif need == "required":
            self._slip("LW111", token.span, word=name)
            self._skip_to_clause()
        end = argument.span.end if argument else token.span.end
        return ClauseNode(name, token, argument, Span(token.span.start, end), row)

    def _skip_to_clause(self) -> None:
        """What stands where the parentheses are missing was meant to be in them: `if n > 1 copy(a)`."""
        spec = load_spec()
        while (token := self._here()) is not None and token.text not in spec.clauses and token.text not in spec.aliases:
            self.at = self._after(self.at) if token.text in _OPEN else self.at + 1

    def _after(self, opening: int) -> int:
        close = self.match.get(opening)
        return len(self.tokens) if close is None else close + 1

    def _argument(self, kind: str, word: str, modifiers: tuple[str, ...]) -> Argument:
        start, told = self.at, len(self.slips)
        close = self.match.get(start)
        complete = close is not None and self.tokens[close].text == ")"
        if complete:
            assert close is not None
            inner, stop = list(range(start + 1, close)), close + 1
        else:
            stop = self._recover(start)
            inner = list(range(start + 1, stop))
            self._slip("LW113", self.tokens[start].span, opened="(", missing=")")
        span = cover(self.tokens[start:stop])
        self._unbalanced(inner)
        lead, inner = self._lead(kind, word, modifiers, inner)
        is_told = not inner and len(self.slips) > told  # nothing stands there, and that was said already
        items = () if is_told else self._items(kind, word, inner, span)
        self.at = stop
        return Argument(span, items, lead, complete)

    def _recover(self, opening: int) -> int:
        """Where an unclosed list ends: before the next word that is a clause with a parenthesis, else at the end."""
        known = load_spec()
        depth = 0
        for index in range(opening + 1, len(self.tokens) - 1):
            token = self.tokens[index]
            depth += 1 if token.text in _OPEN else -1 if token.text in _CLOSE else 0
            follows = self.tokens[index + 1].text == "("
            previous = self.tokens[index - 1].text
            if (token.text in known.clauses and follows and previous in (")", "]")) or depth < 0:
                return index
        return len(self.tokens)

    def _unbalanced(self, inner: list[int]) -> None:
        for index in inner:
            token = self.tokens[index]
            if token.text in _OPEN and (
                index not in self.match or self.tokens[self.match[index]].text != _OPEN[token.text]
            ):
                self._slip("LW113", token.span, opened=token.text, missing=_OPEN[token.text])
                return

    def _lead(
        self, kind: str, word: str, modifiers: tuple[str, ...], inner: list[int]
    ) -> tuple[tuple[Token, ...], list[int]]:
        """What stands before the colon of a list, and the rest."""
        tokens = self.tokens
        colon = self._top_level(inner, ":")
        if kind == "reduction":
            if colon is None or colon == inner[0]:
                self._slip("LW115", cover([tokens[i] for i in inner]) if inner else tokens[self.at].span)
                first = next((i for i in inner if tokens[i].kind == "name" and not _is_operator(tokens[i].text)), None)
                return (), [i for i in inner if first is not None and i >= first]
            operator = [i for i in inner if i < colon]
            text = "".join(tokens[i].text for i in operator)
            if text not in load_spec().reduction_operators:
                self._slip("LW116", cover([tokens[i] for i in operator]), word=text)
            return tuple(tokens[i] for i in operator), [i for i in inner if i > colon]
        if kind in ("data", "names", "cache") and colon is not None:
            lead = [i for i in inner if i < colon]
            words = [tokens[i] for i in lead if tokens[i].text != ","]
            if words and all(token.kind == "name" for token in words):
                for token in words:
                    if token.text not in modifiers:
                        self._slip("LW117", token.span, word=token.text, clause=word, known=modifiers)
                return tuple(words), [i for i in inner if i > colon]
        if kind == "wait":
            return self._wait_lead(inner)
        if kind in ("count", "expression") and modifiers and colon is not None and not self._ternary(inner):
            lead = [i for i in inner if i < colon]
            if len(lead) == 1:
                token = tokens[lead[0]]
                if token.text not in modifiers:
                    self._slip("LW117", token.span, word=token.text, clause=word, known=modifiers)
                return (token,), [i for i in inner if i > colon]
        return (), inner

    def _wait_lead(self, inner: list[int]) -> tuple[tuple[Token, ...], list[int]]:
        tokens = self.tokens
        lead: list[Token] = []
        if len(inner) > 1 and tokens[inner[0]].text == "devnum" and tokens[inner[1]].text == ":":
            colon = self._top_level(inner[2:], ":")
            if colon is not None:
                lead = [tokens[i] for i in inner if i < colon and tokens[i].text != ":"]
                inner = [i for i in inner if i > colon]
        if len(inner) > 1 and tokens[inner[0]].text == "queues" and tokens[inner[1]].text == ":":
            inner = inner[2:]
        return tuple(lead), inner

    def _top_level(self, inner: list[int], text: str) -> int | None:
        skip_to = -1
        for index in inner:
            if index < skip_to:
                continue
            token = self.tokens[index]
            if token.text in _OPEN:
                skip_to = self._after(index)
            elif token.text == text:
                return index
        return None

    def _ternary(self, inner: list[int]) -> bool:
        return self._top_level(inner, "?") is not None

    def _items(self, kind: str, word: str, inner: list[int], around: Span) -> tuple[Item, ...]:
        groups: list[list[int]] = [[]]
        commas: list[int] = []
        skip_to = -1
        for index in inner:
            token = self.tokens[index]
            if index >= skip_to and token.text == "," and kind not in ("condition",):
                groups.append([])
                commas.append(index)
                continue
            if index >= skip_to and token.text in _OPEN:
                skip_to = self._after(index)
            groups[-1].append(index)
        items = []
        for number, group in enumerate(groups):
            if group:
                items.append(self._item(kind, word, group))
            elif commas:
                at = commas[min(number, len(commas) - 1)]
                self._slip("LW114", self.tokens[at].span, word=word)
            else:
                self._slip("LW114", around, word=word)
        return tuple(items)

    def _item(self, kind: str, word: str, group: list[int]) -> Item:
        tokens = tuple(self.tokens[i] for i in group)
        span = cover(tokens)
        tag = None
        if kind == "gang" and len(tokens) > 1 and tokens[1].text == ":" and tokens[0].kind == "name":
            tag, tokens, group = tokens[0], tokens[2:], group[2:]
            if tag.text not in ("num", "dim", "static"):
                self._slip("LW117", tag.span, word=tag.text, clause=word, known=("num", "dim", "static"))
            if not tokens:
                self._slip("LW114", span, word=word)
                return Item((), span, tag)
        if kind in ("data", "names", "cache", "reduction"):
            return Item(tokens, span, None, self._variable(tokens, word))
        if kind in ("devices", "default", "name"):
            wrong = next((token for token in tokens[1:] if kind != "name" or not _is_qualified(tokens)), None)
            if wrong is not None:
                self._slip("LW105", wrong.span, word=wrong.text)
            return Item(tokens, span)
        star = tokens[0].text == "*" and len(tokens) == 1
        if star and not (kind == "counts" or (tag is not None and tag.text == "static")):
            self._slip("LW105", span, word="*")
        elif not star:
            self._expression(tokens, word)
        return Item(tokens, span, tag)

    def _variable(self, tokens: tuple[Token, ...], word: str) -> Variable | None:
        span = cover(tokens)
        while len(tokens) > 2 and tokens[0].text == "(" and tokens[-1].text == ")":
            tokens = tokens[1:-1]
        position = 1 if tokens[0].text == "::" and len(tokens) > 1 else 0
        if tokens[position].kind != "name":
            if not self._expression(tokens, word):
                return None
            self._slip("LW302", span, text=text_of(tokens), what="an expression", clause=word)
            return None
        head = tokens[position]
        name, name_span = head.text, head.span
        position += 1
        while position + 1 < len(tokens) and tokens[position].text == "::" and tokens[position + 1].kind == "name":
            name, name_span = (
                f"{name}::{tokens[position + 1].text}",
                Span(name_span.start, tokens[position + 1].span.end),
            )
            position += 2
        members: list[str] = []
        subscripts: list[Subscript] = []
        while position < len(tokens):
            token = tokens[position]
            if token.text in (".", "->") and position + 1 < len(tokens) and tokens[position + 1].kind == "name":
                members.append(tokens[position + 1].text)
                position += 2
            elif token.text == "[":
                stop = _close(tokens, position)
                subscript = self._subscript(tokens[position:stop], word)
                if subscript is None:
                    return None
                subscripts.append(subscript)
                position = stop
            else:
                break
        if position < len(tokens):
            token = tokens[position]
            if token.kind == "name" or token.kind == "number" or token.text in (";", "@", "#"):
                self._slip("LW118", token.span, word=token.text, clause=word)
            elif self._expression(tokens, word):
                self._slip("LW302", span, text=text_of(tokens), what="an expression", clause=word)
            return None
        return Variable(name, name_span, span, tuple(members), tuple(subscripts))

    def _subscript(self, tokens: tuple[Token, ...], word: str) -> Subscript | None:
        """``tokens`` from `[` to `]`; ``None`` (with a problem) if it is neither an index nor a section."""
        span = cover(tokens)
        if tokens[-1].text != "]":
            return None  # reported as unbalanced
        inner = tokens[1:-1]
        colons = _split(inner, ":")
        # C takes the last of several for an index, which nobody means; a template may have a comma of its own.
        broken = len(_split(inner, ",")) > 1 and not any(t.text == "<" for t in inner)
        broken |= any(t.text == "::" and (i == 0 or inner[i - 1].kind != "name") for i, t in enumerate(inner))
        if broken or (len(colons) > 2 and not any(t.text == "?" for t in inner)):
            self._slip("LW119", span, text=text_of(inner))
            return None
        if len(colons) == 2 and not any(t.text == "?" for t in inner):
            for part in colons:
                if part and not self._expression(part, word):
                    return None
            return Subscript(span, colons[0], colons[1], section=True)
        if not inner:
            self._slip("LW114", span, word=word)
            return None
        return Subscript(span, inner) if self._expression(inner, word) else None

    def _expression(self, tokens: tuple[Token, ...], word: str) -> bool:
        """Whether ``tokens`` can be an expression; a problem where not. Only what no C expression allows is refused."""
        last = tokens[-1]
        if tokens[0].text in _BINARY or tokens[0].text in (")", "]", ";"):
            # `gang(static:*)` and `tile(*)` are asterisks, not expressions.
            self._slip("LW105", tokens[0].span, word=tokens[0].text)
            return False
        if last.text in _BINARY or last.text in ("+", "-", "&", "!", "~") or (last.text == "*" and len(tokens) > 1):
            self._slip("LW105", last.span, word=last.text)
            return False
        for before, after in itertools.pairwise(tokens):
            clash = before.kind in ("name", "number") and after.kind in ("name", "number")
            if (clash and before.text not in _BEFORE_NAME) or after.text in (";", "@", "#", "\\", "`", "$"):
                self._slip("LW118", after.span, word=after.text, clause=word)
                return False
        return True


def _is_qualified(tokens: tuple[Token, ...]) -> bool:
    """Whether names and `::` take turns: `N::f`."""
    names = tokens[1:] if tokens[0].text == "::" else tokens
    return all(
        token.text == "::" if number % 2 else token.kind == "name" for number, token in enumerate(names)
    ) and bool(len(names) % 2)


def _is_operator(word: str) -> bool:
    return word in load_spec().reduction_operators


def _matching(tokens: tuple[Token, ...]) -> dict[int, int]:
    """Index of each opening bracket → index of the bracket that closes it; a wrong kind closes what it can."""
    match: dict[int, int] = {}
    stack: list[int] = []
    waiting = dict.fromkeys(_CLOSE, 0)
    for index, token in enumerate(tokens):
        if token.text in _OPEN:
            stack.append(index)
            waiting[_OPEN[token.text]] += 1
        elif token.text in _CLOSE and waiting[token.text]:
            # An inner bracket that was forgotten ends where the outer one closes.
            while True:
                opening = stack.pop()
                waiting[_OPEN[tokens[opening].text]] -= 1
                if _OPEN[tokens[opening].text] == token.text:
                    match[opening] = index
                    break
    return match


def _close(tokens: tuple[Token, ...], opening: int) -> int:
    depth = 0
    for index in range(opening, len(tokens)):
        depth += (tokens[index].text in _OPEN) - (tokens[index].text in _CLOSE)
        if depth == 0:
            return index + 1
    return len(tokens)


def _split(tokens: tuple[Token, ...], separator: str) -> list[tuple[Token, ...]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
        if token.text == separator and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts]
