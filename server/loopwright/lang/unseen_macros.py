"""Words around a loop that a header which is not found may define as macros which declare names: `LOCALS(q);`, `void h(PARAMS, int n)`,
`struct S BASES {`, `enum { LIST };`.

Most words that are nowhere in sight are types and functions of that header. A macro is one that cannot be anything else where it stands, as
`LOCALS;`, and one that is written as people write macros, in capitals, where such a one may declare something. A name in small letters
that is called is taken for a function, if its call could be one."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarations import span_of
from loopwright.lang.hidden_by_macros import CALLS, whole_use
from loopwright.lang.missing import misses_headers
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import Scopes
from loopwright.source.kept import kept
from loopwright.source.listing import Listing, Part, listing_of
from loopwright.source.nodes import CLASSES, at_or_around, nearest, text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, occurrences

_WORDS = frozenset(("identifier", "type_identifier"))
_DECLARING = frozenset(("function_definition", "parameter_declaration"))
_UNREAD = frozenset(("ERROR", "init_declarator"))
_WITH_LONE_WORDS = ("expression_statement", "for_statement", "init_statement")
_BLOCKS = frozenset(("compound_statement",))
_STATEMENTS = frozenset(("expression_statement", "declaration"))
_WITH_CONDITIONS = frozenset(("if_statement", "while_statement", "switch_statement"))
_WITH_PARAMETERS = frozenset(("function_definition", "template_declaration", "catch_clause", "lambda_expression"))
_AROUND_ENUMERATORS = CLASSES | {"function_definition"}


def unseen_macros(scopes: Scopes, function: Node) -> Iterator[tuple[Span, str]]:
    """Words in a function that may be macros which declare something, each with where that would be seen behind it."""
    around = function.parent
    is_template = around is not None and around.type == "template_declaration"
    listing = listing_of(scopes.outline, around if around is not None and is_template else function)
    whole = listing.whole
    uses = [word for word in _lone_words(whole) if _is_out_of_sight(scopes, word)]
    if misses_headers(scopes.outline):
        capitals = (word for word in whole.of(_WORDS) if _is_in_capitals(text_of(word)))
        uses += (use for word in capitals if _may_declare(scopes, use := whole_use(word), word))
        uses += _odd_statements(scopes, listing, whole)
        uses += _lone_declarators(scopes, whole)
    for use in uses:
        block = nearest(use, _BLOCKS)
        if use.parent is not None and use.parent.type == "condition_clause":
            block = nearest(use.parent, _WITH_CONDITIONS)
        seen = nearest(use, _WITH_PARAMETERS) if block is None or not _is_in(block, function) else block
        yield span_of(seen if seen is not None else function), text_of(use)


def unseen_heads(scopes: Scopes, function: Node, loop: Loop) -> Iterator[str]:
    """The heads around a loop that the parser took for functions: of a class, as in `struct S BASES {`, or of a loop that is a macro. In C++ no
    function stands in another one; nor does one stand in a file of which a part before it could not be read."""
    if scopes.outline.source.language == "c" or not misses_headers(scopes.outline):
        return
    whole = listing_of(scopes.outline, function).whole
    for inner in whole.of(("function_definition",)):
        outer = nearest(inner, _WITH_PARAMETERS | CLASSES)
        is_misread = outer is not None and outer.type == "function_definition" and _is_in(outer, function)
        if is_misread and span_of(inner).contains(loop.span):
            yield _head(outer)
    for part in function.parent.children if function.parent is not None else ():
        if part.type in ("ERROR", "expression_statement") and part.start_byte < function.start_byte:
            words = (text_of(word) for word in listing_of(scopes.outline, part).whole.of(_WORDS))
            yield from (word for word in words if _is_in_capitals(word) and word not in scopes.macros)


def unseen_enumerators(scopes: Scopes, loop: Loop) -> Iterator[str]:
    """What seems to be a value of an enumeration in a class or function around a loop, and is said nowhere else."""
    if not misses_headers(scopes.outline):
        return
    owners = loop.function.name.split("::")[:-1] if loop.function is not None else []
    for node, name in _lone_enumerators(scopes.outline):
        around = nearest(node, _AROUND_ENUMERATORS)
        is_around = around is not None and span_of(around).contains(loop.span)
        if is_around or (around is not None and text_of(around.child_by_field_name("name")) in owners):
            yield name


@kept
def _lone_enumerators(outline: Outline) -> tuple[tuple[Node, str], ...]:
    found = []
    for node in outline.source.kinds.of("enumerator"):
        name = text_of(node.child_by_field_name("name"))
        is_alone = node.named_child_count == 1 and nearest(node, _AROUND_ENUMERATORS) is not None
        if is_alone and _is_in_capitals(name) and len(list(occurrences(outline.source.data, name.encode()))) == 1:
            found.append((node, name))
    return tuple(found)


def _lone_words(part: Part) -> Iterator[Node]:
    """Words that are a whole statement, or what a `for` loop begins with."""
    for statement in part.of(_WITH_LONE_WORDS):
        for child in statement.named_children:
            if child.type in _WORDS and _is_alone(child):
                yield child


def _odd_statements(scopes: Scopes, listing: Listing, part: Part) -> Iterator[Node]:
    """Words out of sight in statements that no function and no type makes: `locals(n) k = 1;`, `locals(int);`, `locals k++;`."""
    unended = [each for each in part.of(("expression_statement",)) if any(child.is_missing for child in each.children)]
    broken = (unread for unread in part.of(("ERROR",)) if _is_in_block(unread))  # heads are asked of elsewhere
    for odd in (*map(_broken_statement, broken), *unended):
        yield from [word for word in listing.below(odd).of(_WORDS) if _is_out_of_sight(scopes, word)][:1]
    for statement in part.of(("expression_statement",)):
        call = statement.named_children[0] if statement.named_children else None
        given = call.child_by_field_name("arguments") if call is not None and call.type == "call_expression" else None
        if call is not None and given is not None and any(fundamental(text_of(each)) for each in given.named_children):
            yield call
    for declaration in part.of(("declaration",)):
        said = declaration.child_by_field_name("declarator")
        if said is not None and said.type == "parenthesized_declarator" and fundamental(text_of(said)[1:-1].strip()):
            yield declaration


def _is_in_block(node: Node) -> bool:
    """Whether a node is in a block, and in no head of a function there."""
    around = nearest(node, _BLOCKS | _WITH_PARAMETERS)
    return around is not None and around.type in _BLOCKS


def _broken_statement(unread: Node) -> Node:
    """The statement in which something could not be read, or that itself."""
    statement = nearest(unread, _STATEMENTS | _BLOCKS)
    return unread if statement is None or statement.type in _BLOCKS else statement


def _lone_declarators(scopes: Scopes, part: Part) -> Iterator[Node]:
    """Names that a declaration in a block seems to declare, which are written like macros and said nowhere else: `int LOCALS(q);`."""
    for declaration in part.of(("declaration",)):
        if declaration.parent is None or declaration.parent.type not in _BLOCKS:
            continue
        for said in declaration.children_by_field_name("declarator"):
            name = said.child_by_field_name("declarator") if said.type == "function_declarator" else said
            if name is None or name.type != "identifier" or not _is_in_capitals(text_of(name)):
                continue
            text = text_of(name)
            if text not in scopes.macros and sum(text_of(word) == text for word in part.of(_WORDS)) == 1:
                yield said


def _is_alone(use: Node) -> bool:
    """Whether a word or a call is a whole statement, or what a `for` loop begins with."""
    around = use.parent
    if around is None:
        return False
    if around.type in ("for_statement", "init_statement"):
        return around.type == "init_statement" or around.child_by_field_name("initializer") == use
    inside = [child for child in around.named_children if child.type not in ("comment", "ERROR")]
    return around.type == "expression_statement" and inside == [use]


def _may_declare(scopes: Scopes, use: Node, word: Node) -> bool:
    """Whether a macro may declare something where a word stands that is written like one."""
    around = use.parent
    if around is None or text_of(word) in scopes.macros:
        return False
    is_function = around.type == "function_definition"
    if _is_declared(use, around):  # so it seems
        return _is_odd(around) or (is_function and not _is_plain_head(around))
    if not _is_out_of_sight(scopes, word):
        return False
    unread = at_or_around(around, ("ERROR",)) if around.type in _UNREAD else None
    if unread is not None:
        return _may_end_head(scopes, unread)
    if around.child_by_field_name("type") == use:
        is_free = scopes.outline.source.language == "c" and is_function  # no word there hides anything in C
        is_lone = not _is_plain_head(around) if is_function else _is_nameless(around)
        return is_lone or (_is_odd(around) and not is_free)
    return _is_alone(use) or _is_assigned_to(use, around) or _is_condition(use, around)


def _is_declared(use: Node, around: Node) -> bool:
    return around.child_by_field_name("declarator") == use and around.type in _DECLARING


def _is_odd(declaration: Node) -> bool:
    """Whether a part of a declaration could not be read."""
    said = (declaration, *declaration.children_by_field_name("declarator"))
    parts = (part for each in said if each.type not in CALLS for part in each.children)
    return any(part.type == "ERROR" for part in parts)


def _is_plain_head(function: Node) -> bool:
    """Whether a function has a type and a list of parameters: not `TEST(h) {` and `void h PARAMS {`."""
    declarator = function.child_by_field_name("declarator")
    has_list = declarator is not None and declarator.type not in ("identifier", "parenthesized_declarator")
    return has_list and function.child_by_field_name("type") is not None


def _may_end_head(scopes: Scopes, unread: Node) -> bool:
    """Whether what could not be read may hold a scope or parameters: it is in C no word before a function's name, and nowhere one behind its
    parameters."""
    function = unread.parent
    if function is None or function.type != "function_definition":
        return True
    declarator = function.child_by_field_name("declarator")
    is_before = declarator is not None and unread.start_byte < declarator.start_byte
    return is_before and scopes.outline.source.language != "c"


def _is_nameless(parameter: Node) -> bool:
    """Whether what stands for a parameter is one word, or looks like a function of no name: `PARAMS(q)`."""
    declarator = parameter.child_by_field_name("declarator")
    is_one = declarator is None or declarator.type == "abstract_function_declarator"
    return is_one and parameter.type == "parameter_declaration"


def _is_assigned_to(use: Node, around: Node) -> bool:
    """Whether a statement begins so: `LOCALS = 0;`."""
    is_first = around.type == "assignment_expression" and around.child_by_field_name("left") == use
    return is_first and around.parent is not None and around.parent.type == "expression_statement"


def _is_condition(use: Node, around: Node) -> bool:
    """Whether a word is all of a condition, which in C++ may declare: `if (LOCALS) {`."""
    return around.type == "condition_clause" and around.named_child_count == 1


def _is_out_of_sight(scopes: Scopes, word: Node) -> bool:
    name = text_of(word)
    return scopes.lookup(name, word.start_byte) is None and scopes.names.get(name) is None


def _is_in_capitals(name: str) -> bool:
    """Whether a name is written as people write macros."""
    return len(name) > 1 and name.isupper()


def _is_in(inner: Node, outer: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


def _head(function: Node | None) -> str:
    """A function without its body, in one line."""
    body = function.child_by_field_name("body") if function is not None else None
    said = (
        text_of(function).encode()[: body.start_byte - function.start_byte]
        if function is not None and body is not None
        else b""
    )
    return " ".join(said.decode().split())
