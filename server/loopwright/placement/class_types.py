"""Types of expressions of C++: with elements and methods of containers, and members in methods."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.lang.callees import name_of
from loopwright.lang.classes import Class
from loopwright.lang.declarations import Declaration
from loopwright.lang.expressions import Typing, object_made_by
from loopwright.lang.library import library
from loopwright.lang.types import Type
from loopwright.placement.containers import element_type, pointee
from loopwright.source.nodes import text_of


class ObjectTyping(Typing):
    """``owner`` is the class whose method is read."""

    owner: Class | None = None

    def type_of(self, node: Node) -> Type:
        """With a smart pointer as the pointer in it."""
        found = super().type_of(node)
        inner = pointee(found.base) if not found.layers else None
        return inner.pointed_at() if inner is not None else found

    def _type(self, node: Node) -> Type:
        if node.type == "subscript_expression":
            array = self._part(node, "argument")
            element = element_type(array.base) if not array.layers else None
            if element is not None:
                return element
        if node.type == "call_expression":
            found = self._of_container(node)
            if found is not None:
                return found
        if node.type == "this" and self.owner is not None:
            return Type(self.owner.name).pointed_at()
        if node.type == "identifier" and self.declaration_of(node) is None and self.owner is not None:
            member = self.scopes.classes.member(self.owner, text_of(node))
            if member is not None:
                return member.type
        return super()._type(node)

    def _of_class(self, owner: Class, name: str) -> Declaration | None:
        """Nothing: members are looked for in ``owner``, also those of the class that an object was made of."""
        return None

    def _of_container(self, node: Node) -> Type | None:
        function = node.child_by_field_name("function")
        if function is None:
            return None
        made = object_made_by(node)
        if made is not None:
            return made.pointed_at()
        if function.type == "field_expression":
            owner = self._part(function, "argument")
            element = element_type(owner.base) if not owner.layers else None
            name = text_of(function.child_by_field_name("field"))
            if element is not None:
                about = library().containers
                if name in about.one:
                    return element
                if name in about.first | about.ends:
                    return element.pointed_at()
                return Type("size_t") if name in about.sizes else None
        if function.type in ("identifier", "qualified_identifier") and name_of(function) in library().passes:
            given = argument_nodes(node)
            return self.type_of(given[0]) if len(given) == 1 else None
        if function.type == "identifier":
            known = self.scopes.expanded(self.type_of(function))
            callable_ = self.scopes.classes.of(known.base) if not known.layers and known.base else None
            if callable_ is not None and "operator()" in callable_.declared:
                given_back = callable_.returns.get("operator()")
                return given_back.referred() if given_back is not None else Type("")
            if self.owner is not None and text_of(function) in self.owner.declared:
                returned = self.owner.returns.get(text_of(function))
                return returned.referred() if returned is not None else Type("")
        return None
