"""Which object a name means, and what variables of files hold before the program begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loopwright.lang.classes import descendants
from loopwright.lang.constants import constant_of_text
from loopwright.lang.places import Place, anywhere
from loopwright.placement.objects import UNSEEN
from loopwright.placement.program import File
from loopwright.residence import layout
from loopwright.residence.ir import CType
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse

if TYPE_CHECKING:
    from loopwright.placement.pointers import Pointers


def binding(pointers: Pointers, name: str) -> tuple[int, CType] | None:
    """The object that a name means, and its type."""
    for scope in reversed(pointers.blocks):
        if name in scope:
            return scope[name]
    return file_variable(pointers, name)


def is_variable(file: File, name: str) -> bool:
    """Whether a name that is not declared in a function means a variable."""
    declared = file.scopes.names.get(name)
    return declared is not None and declared.kind == "variable"


def file_variable(pointers: Pointers, name: str, file: File | None = None) -> tuple[int, CType] | None:
    """A variable of the file that is read, or of another one."""
    file = file if file is not None else pointers.file
    declared = file.scopes.names.get(name)
    if declared is None or not is_variable(file, name):
        return None
    kind = pointers.expanded(
        file, CType(declared.base.removeprefix("struct "), layout.layers_of(declared, file.scopes))
    )
    is_own = declared.static or (declared.const and file.outline.source.language != "c")
    key = ("global", name, file.number if is_own else None)
    is_new = key not in pointers.numbers
    number = pointers.new_object(key, name, "variable", kind, file=file, node=declared, is_global=True)
    if is_new:
        if kind.is_array:
            pointers.objects[number].size = pointers.size(kind)
        if not pointers.is_closed and not declared.static and not declared.const:
            pointers.spoil(number, "files that are not seen may use it")
        for each in [file] if is_own else pointers.project.files:
            said = each.scopes.names.get(name)
            if (
                said is not None
                and said.kind == "variable"
                and said.value is not None
                and (each is file or not said.static)
            ):
                _initial(pointers, each, Place(number), kind, said.value)
    return number, kind


def _initial(pointers: Pointers, file: File, place: Place, kind: CType, text: str) -> None:
    """What a variable of a file holds before the program begins."""
    if layout.is_integer(kind):
        known = constant_of_text(file.scopes, text)
        value = Linear(known.value) if known is not None and isinstance(known.value, int) else None
        pointers.define(place, value, "initial", False)
    if kind.is_array or pointers.is_struct(kind):
        pointers.objects[place.object].wild = True
    named, calls = _named_in(file, text)
    functions = [meant for word in named if (meant := pointers.project.resolve(word, file)) is not None]
    for function in functions:
        pointers.point(place if kind.is_pointer else anywhere(place), pointers.address_of(function))
    if calls:
        pointers.point(anywhere(place), {UNSEEN})
        pointers.spoil(place.object, "it begins with what a function returns")
    elif len(named) == len(functions) == 1 and _is_address_alone(text):
        return
    found = [variable for word in named if (variable := file_variable(pointers, word, file)) is not None]
    if kind.is_pointer and text.strip() not in ("0", "NULL", "nullptr"):
        if len(found) == 1 and (found[0][1].is_array or text.strip().startswith("&")) and _is_address_alone(text):
            pointers.point(place, {Place(found[0][0])})
            return
        pointers.point(place, {UNSEEN})
        pointers.spoil(place.object, "it begins with an address")
    for number, type in found:
        if type.layers or pointers.is_struct(type) or "&" in text:
            pointers.spoil(number, "its address is in an initializer")


def _named_in(file: File, text: str) -> tuple[list[str], bool]:
    """The names in an initializer, with what macros stand for, and whether something is called in it."""
    found: dict[str, None] = {}
    calls = False
    waiting = [text]
    while waiting:
        tree = parse(f"int initial[] = {waiting.pop()};", language=file.outline.source.language).tree.root_node
        values = [node.child_by_field_name("value") for node in descendants(tree) if node.type == "init_declarator"]
        nodes = [node for value in values if value is not None for node in (value, *descendants(value))]
        calls = calls or any(node.type in ("call_expression", "lambda_expression") for node in nodes)
        for word in [text_of(node) for node in nodes if node.type == "identifier"]:
            if word not in found:
                found[word] = None
                macro = file.scopes.macros.get(word)
                waiting += [macro.value] if macro is not None and macro.value else []
    return list(found), calls


def _is_address_alone(text: str) -> bool:
    """`table` and `&table`, and nothing of it."""
    return text.strip().removeprefix("&").strip().isidentifier()
