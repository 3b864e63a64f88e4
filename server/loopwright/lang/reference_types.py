"""Types that may be references though nothing beside their names says so: `using R = int &`, `std::add_lvalue_reference_t<T>`, `decltype((x))`.

What is stored in a variable of such a type is stored in another one (C++17 11.3.2). An alias at file level is put in where types are expanded;
those of templates and classes, of macros, and what the library works out from types are told by their names here.
"""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.lexemes import code_within
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_WORKED_OUT = "decltype"
_ALIASES = (b"using ", b"typedef ")
_END = b";"
_LONGEST = 400  # bytes of an alias that are looked at
# Templates that give a type which is no reference, whatever they are given, and those that give what they are given.
_NO_REFERENCE = frozenset(
    ("remove_reference", "remove_cvref", "decay", "make_signed", "make_unsigned", "underlying_type", "common_type", "remove_pointer",
     "add_pointer", "iter_value", "range_value", "aligned_storage", "iter_difference", "range_difference")
)  # fmt: skip
_AS_GIVEN = frozenset(
    ("conditional", "enable_if", "type_identity", "remove_cv", "remove_const", "remove_volatile", "add_const", "add_cv")
)
# Members that classes have by convention, which are no references.
_MEMBERS = frozenset(
    ("value_type", "size_type", "difference_type", "iterator", "const_iterator", "reverse_iterator", "const_reverse_iterator", "pointer",
     "const_pointer", "element_type", "key_type", "mapped_type", "allocator_type", "index_type", "extents_type", "layout_type")
)  # fmt: skip


def may_hide_reference(outline: Outline, text: str) -> bool:
    """Whether a type, or one of several, may be a reference that its text does not show."""
    if outline.source.language == "c":
        return False
    names = names_in(text)
    if _WORKED_OUT in names or not reference_names(outline).isdisjoint(names):
        return True
    return ("<" in text or "::" in text) and _is_worked_out(outline, text)


@kept
def _is_worked_out(outline: Outline, text: str) -> bool:
    parameters = scopes_of(outline).classes.template_parameters
    tokens = code_within(text)
    for before, name, after in zip([None, *tokens], tokens, [*tokens[1:], None]):
        if name.kind != "name":
            continue
        is_member = before is not None and before.text == "::"
        if after is not None and after.text == "<":
            template = name.text.removesuffix("_t")
            is_given = "&" in text or not parameters.isdisjoint(names_in(text))
            if name.text != template and template not in _NO_REFERENCE and (template not in _AS_GIVEN or is_given):
                return True
        elif is_member and name.text not in _MEMBERS:
            scope = [each.text for each in tokens if each.end <= name.start]
            of_template = scope[-2:-1] in ([">"], [">>"]) and _NO_REFERENCE.isdisjoint(scope)
            if of_template or not parameters.isdisjoint(scope[-2:-1]) or name.text in ("reference", "const_reference"):
                return True
    return False


@kept
def reference_names(outline: Outline) -> frozenset[str]:
    """Names of aliases and macros whose text may say of a type that it is a reference."""
    said = [each for file in (outline, *outline.headers) for each in _aliases_of(file)]
    macros = scopes_of(outline).macros.values()
    said += [(macro.name, macro.value) for macro in macros if macro.value and "&" in macro.value.replace("&&", "")]
    found = frozenset(name for name, text in said if "&" in text or _WORKED_OUT in text or "_t<" in text)
    while more := {name for name, text in said if name not in found and not found.isdisjoint(names_in(text))}:
        found |= more
    return found


@kept
def _aliases_of(file: Outline) -> tuple[tuple[str, str], ...]:
    """What a file makes a name for a type, also in remarks, with what it says of it."""
    return tuple(_read_aliases(file.source.data)) if file.source.language != "c" else ()


def _read_aliases(data: bytes) -> Iterator[tuple[str, str]]:
    for word in _ALIASES:
        at = data.find(word)
        while at >= 0:
            end = data.find(_END, at, at + _LONGEST)
            text = data[at + len(word) : end].decode("utf-8", "replace") if end >= 0 else ""
            names = names_in(text)
            if word == _ALIASES[0]:
                name, sign, text = text.partition("=")
                names = names_in(name) if sign else []
            if names:
                yield names[-1] if word != _ALIASES[0] else names[0], text
            at = data.find(word, at + len(word))
