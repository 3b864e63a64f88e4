"""A grammar in llama.cpp's GBNF for the directives that may stand above one loop.

Made per request from the clause tables and the names visible at the loop: a directive with an unknown clause, a
clause that the directive does not take, or a variable that is not there cannot be written.
"""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.openacc.spec import Spec, load_spec

LOOP_DIRECTIVES = ("parallel loop", "kernels loop", "serial loop", "loop", "parallel", "kernels", "serial")

_COMMON = r"""
names ::= name ("," name){0,15}
sections ::= section ("," section){0,15}
section ::= name ("[" expr? ":" expr? "]" | "[" expr "]"){0,4}
reduction ::= operator ":" names
condition ::= expr
expr ::= term (binary term){0,7}
binary ::= "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "<=" | ">=" | "<" | ">" | "==" | "!=" | "&&" | "||"
term ::= "-"? (number | name ("[" expr "]"){0,3} | "(" expr ")" | "sizeof(" [a-z_ ]{1,24} ")" | "!" name)
number ::= [0-9]{1,9}
counts ::= count ("," count){0,4}
count ::= [1-9] [0-9]{0,3} | "*"
collapse ::= [2-9]
gang ::= gangarg ("," gangarg){0,2}
gangarg ::= ("num:" | "dim:" | "static:")? (expr | "*")
wait ::= expr ("," expr){0,3}
devices ::= device ("," device){0,3}
device ::= "nvidia" | "radeon" | "host" | "multicore" | "default" | "*"
presence ::= "none" | "present"
"""
_RULE_OF_KIND = {
    "expression": "expr",
    "condition": "condition",
    "data": "sections",
    "names": "sections",
    "reduction": "reduction",
    "default": "presence",
    "count": "collapse",
    "counts": "counts",
    "gang": "gang",
    "wait": "wait",
    "devices": "devices",
    "name": "name",
}


def loop_grammar(
    names: Iterable[str], directives: Iterable[str] = LOOP_DIRECTIVES, without: frozenset[str] = frozenset()
) -> str:
    """GBNF whose root is a blank and one of ``directives`` with its clauses; ``names`` are the variables allowed,
    ``without`` are clauses that make no sense at this place."""
    spec = load_spec()
    taken = {name: [c for c in spec.directives[name].clauses if c not in without] for name in directives}
    lines = ["root ::= " + " | ".join(f"d{i}" for i in range(len(taken)))]
    for i, (name, clauses) in enumerate(taken.items()):
        choices = " | ".join(f'" " {_rule(clause)}' for clause in clauses)
        lines.append(f'd{i} ::= " {name}" ({choices}){{0,12}}')
    used = dict.fromkeys(clause for clauses in taken.values() for clause in clauses)
    lines += [f"{_rule(clause)} ::= {_body(clause, spec)}" for clause in used]
    lines.append("operator ::= " + " | ".join(_quoted(operator) for operator in spec.reduction_operators))
    lines.append('name ::= base (("." | "->") [A-Za-z_] [A-Za-z0-9_]{0,30}){0,2}')
    lines.append("base ::= " + (" | ".join(_quoted(name) for name in dict.fromkeys(names)) or '"this"'))
    return "\n".join(lines) + "\n" + _COMMON.strip() + "\n"


def _rule(clause: str) -> str:
    return "c-" + clause.replace("_", "-")


def _body(clause: str, spec: Spec) -> str:
    row = spec.clauses[clause]
    if row.argument == "none":
        return f'"{clause}"'
    words = row.modifiers if row.kind == "data" else ()
    modifiers = f"({' | '.join(_quoted(m + ':') for m in words)})? " if words else ""
    argument = f'"(" {modifiers}{_RULE_OF_KIND[row.kind or "expression"]} ")"'
    return f'"{clause}" {argument}' if row.argument == "required" else f'"{clause}" ({argument})?'


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
