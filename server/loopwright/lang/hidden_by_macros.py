"""Names at file level that macros may give to something else where they are used: a member of a class, a base that has one, a parameter, a
variable of a block. What such a name means in there is not followed.

A macro that is a whole statement is read where it stands (:mod:`macro_locals`). One that is a part of something, of the head of a class or of
a function, of a list of parameters, of a declaration, is not: here its text is looked at by its tokens, and what it may declare is hidden in
all of the file."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.classes import Classes
from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import block, expression
from loopwright.lang.inner_types import inner_types
from loopwright.lang.macro_definitions import definitions_by_name
from loopwright.lang.macros import body_of, is_macro, parameters_of, with_and_without_options
from loopwright.source.kept import kept
from loopwright.source.lexemes import code_within, lexemes_within
from loopwright.source.nodes import CLASSES, nearest, subtree
from loopwright.source.outline import Outline
from loopwright.source.text import names_in, occurrences, with_names

_BODIES = frozenset(("function_definition", "lambda_expression"))
_NO_CODE = frozenset(
    (
        "comment",
        "string_content",
        "string_literal",
        "raw_string_literal",
        "raw_string_content",
        "preproc_arg",
        "preproc_params",
    )
)
CALLS = {"call_expression": "function", "function_declarator": "declarator"}
# What holds values: a macro that is a part of them declares nothing, unless it ends the statement.
_OF_VALUES = frozenset(
    (
        "binary_expression", "assignment_expression", "subscript_expression", "subscript_argument_list", "argument_list", "unary_expression",
        "parenthesized_expression", "return_statement", "conditional_expression", "cast_expression", "field_expression", "update_expression",
        "pointer_expression", "initializer_list", "comma_expression", "array_declarator", "sizeof_expression", "call_expression",
        "case_statement", "template_argument_list", "throw_statement", "delete_expression", "new_expression", "new_declarator",
    )
)  # fmt: skip
_BEGINNINGS = frozenset(("expression_statement", "init_statement", "condition_clause", "for_statement"))
_ASSIGNED_TO = frozenset(
    ("identifier", "qualified_identifier", "subscript_expression", "field_expression", "call_expression", "pointer_expression",
     "parenthesized_expression", "number_literal", "string_literal")
)  # fmt: skip
_TYPED = frozenset(("declaration", "parameter_declaration", "field_declaration", "type_definition", "type_descriptor"))
_NO_TYPES = frozenset(
    ("return", "else", "do", "goto", "case", "throw", "new", "delete", "sizeof", "co_return", "co_yield", "and", "or", "not")
)  # fmt: skip
_STRUCTS = frozenset(("field_declaration_list", "enumerator_list"))
_KEYS = frozenset(("struct", "class", "union"))
_OPENING = _KEYS | {"namespace", "using"}
_LEADING = frozenset(("*", "&", "&&"))
_BEHIND = frozenset((";", "=", ",", ")", "]", "}", ">", ":", "{", "(", "["))
_OPENED = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENED.values())
_DEEPEST = 200
_MOST_NESTED = 4  # uses of a macro in what it is given
_MOST_COMBINED = 256  # definitions of a macro, and of those in it
_LONGEST = 4000  # what most macros are given
_MOST = 64_000  # a text with all that macros of macros bring


class _Use(NamedTuple):
    """A macro where it is used: the node that is all of that, what it stands for there (``None`` where that is too much), and whether a `;`
    follows."""

    whole: Node
    text: str | None
    is_ended: bool


class _Known(NamedTuple):
    """What the files have: ``names`` at file level, macros, classes, namespaces (``spaces``), names that stand in several of these (``twice``)."""

    names: Mapping[str, Declaration]
    macros: Mapping[str, Declaration]
    classes: Classes
    spaces: frozenset[str]
    twice: frozenset[str]

    def opens(self, word: str) -> bool:
        """Whether a word in the head of something may bring the names of a class or namespace into it."""
        return word in _OPENING or word in self.classes.known or word in self.spaces


def hidden_by_macros(
    macros: Mapping[str, Declaration],
    names: Mapping[str, Declaration],
    classes: Classes,
    spaces: Mapping[str, Set[tuple[str, ...]]],
) -> frozenset[str]:
    """Those of the ``names`` at file level that a macro which the files use may give to something else. ``spaces``: the namespaces in which
    each of them is declared."""
    within = frozenset(part for each in spaces.values() for path in each for part in path)
    twice = frozenset(name for name, each in spaces.items() if len(each) > 1)
    files = (classes.outline, *classes.outline.headers)
    last = dict(macros)
    known = _Known(names, last, classes, within, twice)
    defined = definitions_by_name(files, macros)
    words = {name: set(names_in(" ".join(map(body_of, each)))) for name, each in defined.items()}
    found: set[str] = set()
    for name in _that_matter(known, defined, words):
        for chosen in _combined(name, defined, words):
            if chosen is None:
                found |= _by_words(name, known, defined, words)
                break
            each = known._replace(macros=ChainMap(chosen, last)) if chosen else known
            found.update(*(_hidden_at(use, each) for file in files for use in _uses(file, name, each)))
    return frozenset(found)


def _combined(
    name: str, defined: Mapping[str, list[Declaration]], words: Mapping[str, set[str]]
) -> Iterator[dict[str, Declaration] | None]:
    """The definitions that a macro and those in it may have where it is used, ``None`` where these are too many."""
    reached = _reached({name}, defined, words)
    several = sorted(each for each in reached if len(defined[each]) > 1)
    if prod(len(defined[each]) for each in several) > _MOST_COMBINED:
        yield None
        return
    for chosen in product(*(defined[each] for each in several)):
        yield dict(zip(several, chosen))


def _reached(names: Set[str], defined: Mapping[str, list[Declaration]], words: Mapping[str, set[str]]) -> set[str]:
    """Some macros and all that are in them."""
    reached, waiting = set(names), list(names)
    while waiting:
        new = (words[waiting.pop()] & defined.keys()) - reached
        reached |= new
        waiting += new
    return reached


def _by_words(
    name: str, known: _Known, defined: Mapping[str, list[Declaration]], words: Mapping[str, set[str]]
) -> Set[str]:
    """The names that a macro may give to something else whichever definitions it has: those that are made of words of these and of what it
    is given, also by `##`. All, where a class or namespace may bring others, or something begins that goes on behind it."""
    files = (known.classes.outline, *known.classes.outline.headers)
    is_c = all(file.source.language == "c" for file in files)
    given = " ".join(_given_at(file, start, name) for file in files for start, _ in _places(file, name))
    reached = {name, *(defined.keys() & set(names_in(given)))}
    while True:
        reached = _reached(reached, defined, words)
        texts = [*(body_of(each) for macro in sorted(reached) for each in defined[macro]), given]
        said = {each.text for text in texts for each in code_within(text)}
        if any(text.count("{") != text.count("}") for text in texts):
            return known.names.keys()
        if not is_c and ("::" in said or any(map(known.opens, said)) or _is_before_scope(files, name)):
            return known.names.keys()
        if not any("##" in text or "%:%:" in text for text in texts):
            return said & known.names.keys()
        more = {macro for macro in defined if _is_made_of(macro, said)} - reached
        if not more:
            return {each for each in known.names if _is_made_of(each, said)}
        reached |= more


def _given_at(file: Outline, start: int, name: str) -> str:
    """What stands in the parentheses behind a macro, all that follows where these do not end."""
    text = file.source.data[start : start + _MOST].decode("utf-8", "replace")
    is_given = text[len(name) :].lstrip().startswith("(")
    end = _arguments(text, len(name))[1] if is_given else len(name)
    return text if is_given and end == len(name) else text[:end]


def _is_before_scope(files: Sequence[Outline], name: str) -> bool:
    """Whether a macro stands before a `::` in a file."""
    return any(
        file.source.data[start : start + _LONGEST].decode("utf-8", "replace").partition(";")[0].find("::") >= 0
        for file in files
        for start, _ in _places(file, name)
    )


def _is_made_of(name: str, words: Set[str]) -> bool:
    """Whether a name is one of some words, or several of them put together."""
    ends = {0}
    for at in range(1, len(name) + 1):
        if any(name[start:at] in words for start in ends):
            ends.add(at)
    return len(name) in ends


def _that_matter(known: _Known, defined: Mapping[str, list[Declaration]], words: Mapping[str, set[str]]) -> set[str]:
    """The macros that are more than values or statements which leave nothing behind, as most are, and those that these are in."""
    found = {
        name
        for name, each in defined.items()
        if any(_may_matter(with_and_without_options(body_of(macro)), macro, known) for macro in each)
    }
    return _with_those_around(found, words)


def _with_those_around(found: set[str], words: Mapping[str, set[str]]) -> set[str]:
    """Some macros and those that have one of them in them."""
    while found and (more := {name for name in words.keys() - found if not words[name].isdisjoint(found)}):
        found |= more
    return found


def _may_matter(text: str, macro: Declaration, known: _Known) -> bool:
    if text.strip() == macro.name or _is_closed_statement(text):
        return False
    parameters = parameters_of(macro)
    opens = "::" in text or "##" in text or any(map(known.opens, names_in(text)))
    return opens or any(
        name in known.names or name in known.macros or name in parameters for name in _may_declare(text)
    )


@lru_cache(maxsize=8192)
def _is_closed_statement(text: str) -> bool:
    if not text.lstrip().startswith(("do", "{")):
        return False
    inside = block(text, lambda _: False)
    return inside is not None and all(each.type != "declaration" for each in inside.named_children)


def _opened(text: str, macros: Mapping[str, Declaration], within: tuple[str, ...] = ()) -> str | None:
    """A text with what the macros in it stand for, ``None`` where that is too much. ``within``: the macros that it comes from, none of which
    is replaced again but for what it is given."""
    parts, at, size = list[str](), 0, 0
    for word in code_within(text):
        macro = macros.get(word.text) if word.kind == "name" and word.start >= at else None
        if macro is None or not is_macro(macro) or within.count(word.text) > _MOST_NESTED:
            continue
        body, end = "##".join(part.strip() for part in body_of(macro).split("##")), word.end
        if macro.kind == "function":
            given, end = _arguments(text, word.end)
            body = with_names(body, _by_parameters(parameters_of(macro), given))
        is_deep = len(within) > _DEEPEST
        inner = _opened(body.replace("##", ""), macros, (*within, word.text)) if not is_deep else None
        size += len(inner) if inner is not None else _MOST
        if inner is None or size > _MOST:
            return None
        parts += [text[at : word.start], inner]
        at = end
    return "".join([*parts, text[at:]])


def _by_parameters(parameters: list[str], given: list[str]) -> dict[str, str]:
    last = len(parameters) - 1
    return {name: ", ".join(given[at : at + 1] if at < last else given[at:]) for at, name in enumerate(parameters)}


def _arguments(text: str, start: int) -> tuple[list[str], int]:
    """What stands in the parentheses behind a macro's name, and where they end."""
    given, depth, at = list[str](), 0, start
    for word in lexemes_within(text, start):
        depth += (word.text in _OPENED) - (word.text in _CLOSING)
        if depth == 0 and word.text != ")":
            break  # it is given nothing
        if (depth == 1 and word.text == ",") or (depth == 0 and word.text == ")"):
            given.append(text[at : word.start].strip())
            at = word.end
        elif depth == 1 and word.text == "(":
            at = word.end
        if depth == 0:
            return given, word.end
    return [], start


def _uses(file: Outline, name: str, known: _Known) -> Iterator[_Use]:
    """Where a file uses a macro, but for whole statements of functions, and for the structs of C, which hide nothing."""
    root, data, macros = file.source.tree.root_node, file.source.data, known.macros
    said: set[str] | None = None
    for start, end in _places(file, name):
        word = root.descendant_for_byte_range(start, end)
        if word is None or word.type in _NO_CODE:
            continue
        whole = whole_use(word)
        is_statement, is_value = _is_statement(whole), _is_among_values(whole)
        if is_statement or is_value:
            said = _signs_of(name, macros) if said is None else said
            if (is_value and ";" not in said and not (_is_first(whole) and _begins_declaration(name, macros))) or (
                is_statement and "using" not in said
            ):
                continue
        if file.source.language == "c" and nearest(whole, _STRUCTS) is not None:
            continue
        yield _use(whole, name, data, start, macros)


def _use(whole: Node, name: str, data: bytes, start: int, macros: Mapping[str, Declaration]) -> _Use:
    """The use of a macro that stands at a place of a file."""
    size = _LONGEST
    while True:
        written = data[start : start + size].decode("utf-8", "replace")
        _, last = _arguments(written, len(name)) if macros[name].kind == "function" else ([], len(name))
        is_given = written[len(name) :].lstrip().startswith("(")
        if last > len(name) or not is_given or macros[name].kind != "function" or start + size >= len(data):
            break
        size *= 8
    text = _opened(written[:last], macros)
    is_ended = written[last:].lstrip().startswith(";")
    return _Use(whole, with_and_without_options(text) if text is not None else None, is_ended)


def _signs_of(name: str, macros: Mapping[str, Declaration]) -> set[str]:
    """All words and signs that a macro may stand for, those of the macros in it too."""
    waiting, found = [name], set[str]()
    while waiting:
        new = {each.text for each in code_within(body_of(macros[waiting.pop()]))} - found
        found |= new
        waiting += [word for word in new if word in macros and is_macro(macros[word])]
    return found


@kept
def _places(file: Outline, name: str) -> tuple[tuple[int, int], ...]:
    """Where a word stands in a file, but for lines of the preprocessor."""
    data, word = file.source.data, name.encode()
    found = []
    for at in occurrences(data, word):
        if not data[data.rfind(b"\n", 0, at) + 1 : at].lstrip().startswith(b"#"):
            found.append((at, at + len(word)))
    return tuple(found)


def whole_use(word: Node) -> Node:
    """The node that is all of a macro's use: what it is given is a part of that."""
    around = word.parent
    is_called = around is not None and around.child_by_field_name(CALLS.get(around.type, "")) == word
    return around if around is not None and is_called else word


def _is_statement(whole: Node) -> bool:
    around = whole.parent
    is_alone = around is not None and around.type == "expression_statement" and around.named_child_count == 1
    if around is None or not is_alone or any(child.is_missing for child in around.children):
        return False
    return around.parent is not None and around.parent.type == "compound_statement"


def _is_among_values(whole: Node) -> bool:
    around = whole.parent
    if around is None or any(child.is_error for child in around.children):
        return False
    is_value = around.type == "init_declarator" and around.child_by_field_name("value") == whole
    is_called = around.type == "call_expression" and around.child_by_field_name("function") == whole
    return is_value or (around.type in _OF_VALUES and not is_called)


def _is_first(whole: Node) -> bool:
    """Whether a macro stands where a declaration may begin: `D = 0;` and `for (D[2] = {0, 1};` declare what `#define D int k` says."""
    around = nearest(whole, _BEGINNINGS)
    return around is not None and around.named_children[0].start_byte == whole.start_byte


def _begins_declaration(name: str, macros: Mapping[str, Declaration]) -> bool:
    """Whether a macro is more than what one assigns to, an element or a member of something."""
    text = _opened(body_of(macros[name]), macros)
    body = expression(text, "cpp") if text is not None else None
    return text is None or body is None or body.type not in _ASSIGNED_TO or "auto" in names_in(text)


def _hidden_at(use: _Use, known: _Known) -> Set[str]:
    if use.text is None:
        return known.names.keys()
    words = set(names_in(use.text))
    found = _may_declare(use.text) & known.names.keys()
    is_word = all(each.isidentifier() for each in use.text.split())
    if not (_is_type(use.whole) and is_word):
        if not use.is_ended and _begins_class(use.text):
            return known.names.keys()  # a class begins there: what follows are its members
        if _is_in_head(use.whole) and ("::" in use.text or _is_scope(use.whole) or any(map(known.opens, words))):
            inside = _declared_inside(known.classes) if words.isdisjoint(("namespace",)) else frozenset[str]()
            return (found | inside | known.twice) & known.names.keys()
    return frozenset(name for name in found if not _is_product(use.text, name, known.names))


def _begins_class(text: str) -> bool:
    """Whether a text begins a class that goes on behind it: `struct S : B {`, `class S`."""
    words = [each.text for each in code_within(text)]
    at = max((place for place, word in enumerate(words) if word in _KEYS), default=None)
    if at is None:
        return False
    behind = words[at + 1 :]
    return words.count("{") > words.count("}") or ("{" not in behind and (len(behind) < 2 or ":" in behind))


def _is_type(whole: Node) -> bool:
    """Whether a macro stands where a declaration says its type."""
    around = whole.parent
    if (
        around is None
        or around.child_by_field_name("type") != whole
        or any(child.is_error for child in around.children)
    ):
        return False
    if around.type == "function_definition":
        declarator = around.child_by_field_name("declarator")
        return any(each.type == "function_declarator" for each in subtree(declarator))
    return around.type in _TYPED


def _is_scope(whole: Node) -> bool:
    """Whether a macro stands before a `::`."""
    return whole.parent is not None and whole.parent.type == "qualified_identifier"


def _is_in_head(whole: Node) -> bool:
    """Whether a macro is no part of a function's body: of a class, a namespace, or of the head of a function."""
    around = nearest(whole, _BODIES | CLASSES)
    if around is None or around.type in CLASSES:
        return True
    body = around.child_by_field_name("body")
    return body is None or not body.start_byte <= whole.start_byte < body.end_byte


def _declared_inside(classes: Classes) -> frozenset[str]:
    """The names of what classes and namespaces of the files have."""
    files = (classes.outline, *classes.outline.headers)
    members = {name for each in classes.known.values() for name in (*each.members, *each.declared, *each.constants)}
    return frozenset(members.union(*(inner_types(file) for file in files)))


def _is_product(text: str, name: str, names: Mapping[str, Declaration]) -> bool:
    """Whether a name is only said behind `*` or `&` and a variable, which makes it a part of a value."""
    words = [each.text for each in code_within(text)]
    at = [place for place, word in enumerate(words) if word == name]
    return all(place > 1 and words[place - 1] in _LEADING and _is_variable(names.get(words[place - 2])) for place in at)


def _is_of_type(word: str) -> bool:
    """Whether a word in front of `*` or `&` may end the name of a type."""
    return word.isidentifier() or word == ">" or word in _LEADING


def _is_variable(declaration: Declaration | None) -> bool:
    return declaration is not None and declaration.kind in ("variable", "constant")


@lru_cache(maxsize=8192)
def _may_declare(text: str) -> frozenset[str]:
    """The names that a text may declare, by the words around them."""
    words = [each.text for each in code_within(text)]
    around: list[str] = []
    found: set[str] = set()
    before = ""
    brings = "using" in words
    for place, word in enumerate(words):
        behind = words[place + 1] if place + 1 < len(words) else ";"
        if word in _OPENED:
            around.append(f"{before if word == '(' else ''}{word}")
        elif around and word == _OPENED[around[-1][-1]]:
            around.pop()
        elif word.isidentifier() and behind in _BEHIND:
            is_typed = before.isidentifier() and before not in _NO_TYPES
            is_wrapped = behind == ")" and words[place + 2 : place + 3] in (["("], ["["])  # `int (*f)(int)`
            is_led_to = before in _LEADING and place > 1 and (is_wrapped or _is_of_type(words[place - 2]))
            is_listed = before in ("", ",", "{", "[") and (
                not around or around[-1] != f"{around[-1][:-1]}(" or not around[-1][:-1]
            )
            if is_typed or is_led_to or is_listed or before in (">", "}") or (brings and before == "::"):
                found.add(word)
        before = word
    return frozenset(found)
