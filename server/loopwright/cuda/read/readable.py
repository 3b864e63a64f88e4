"""The tree of a file whose macros hide CUDA: what no grammar can read is written out first."""

from __future__ import annotations

from loopwright.cuda.read.device_definitions import defined_functions
from loopwright.cuda.read.device_function import INDICES
from loopwright.cuda.read.lost import words_in_errors
from loopwright.cuda.read.macros import Part, with_actions_written_out, with_definitions_back, written_out
from loopwright.cuda.read.misread import with_plain_casts, with_plain_packs
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import name_node, parameter_nodes
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse


def readable(source: Source, text: str) -> Source:
    """The tree of ``text``; macros that make statements which no grammar can read are written out, and in device code those that do
    something."""
    found = source if text == source.text else parse(text, source.name, "cuda")
    data = with_actions_written_out(found.data, _bodies(found), defined_functions(found.root))
    if data != found.data:
        text = data.decode("utf-8", "replace")
        found = parse(text, source.name, "cuda")
    found = with_plain_packs(with_plain_casts(found))
    words = words_in_errors(found)
    if not words:
        return found
    plain = with_definitions_back(written_out(text, words), text, words)
    other = with_plain_packs(with_plain_casts(parse(plain, source.name, "cuda")))
    return other if len(words_in_errors(other)) < len(words) else found


def _bodies(source: Source) -> list[Part]:
    """The bodies of kernels and functions of the device, with the variables that each thread has of its own."""
    found = []
    for node in source.kinds.of("function_definition"):
        body = node.child_by_field_name("body")
        if body is not None and any(child.type in ("__global__", "__device__") for child in node.children):
            inside = list(walk(body))
            own = (n for n in inside if n.type == "declaration" and all(c.type != "__shared__" for c in n.children))
            names = (name_node(declarator) for n in own for declarator in n.children_by_field_name("declarator"))
            listed = (n.child_by_field_name("name") for n in inside if n.type == "enumerator")
            variables = frozenset(text_of(name) for name in (*names, *listed) if name is not None)
            named = (name_node(n.child_by_field_name("declarator")) for n in parameter_nodes(node))
            parameters = frozenset(text_of(name) for name in named if name is not None)
            found.append(Part(body.start_byte, body.end_byte, variables, parameters | {*INDICES}))
    return found
