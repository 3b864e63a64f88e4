"""What the types of expressions and the table of library functions say to the walk."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.dependence.pointsto.machine import Machine, name_of
from loopwright.dependence.spec import functions
from loopwright.source.nodes import bare, text_of

LVALUES = frozenset(
    ("identifier", "qualified_identifier", "field_expression", "subscript_expression", "pointer_expression")
)
CALLED = frozenset(("identifier", "qualified_identifier", "template_function"))
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]+")  # of a header of the system
ONLY_LOOK = frozenset(
    [
        "printf",
        "fprintf",
        "puts",
        "fputs",
        "putchar",
        "fputc",
        "putc",
        "fwrite",
        "perror",
        "fflush",
        "fclose",
        "fopen",
        "atoi",
        "atof",
        "atol",
        "strtol",
        "strtod",
        "strtoul",
        "exit",
        "abort",
        "free",
        "delete",
        "srand",
        "srandom",
        "rand",
        "random",
        "time",
        "clock",
        "omp_get_wtime",
        "omp_get_max_threads",
        "omp_get_num_threads",
        "omp_get_thread_num",
        "strcmp",
        "strncmp",
        "strlen",
        "getenv",
        "system",
        "sleep",
        "usleep",
        "drand48",
        "srand48",
        "lrand48",
        "_mm_free",
        "acc_free",
        "println",
        "print",
        "feof",
        "ferror",
        "rewind",
    ]
)
FILL = frozenset(
    [
        "fread",
        "fgets",
        "fscanf",
        "scanf",
        "sscanf",
        "sprintf",
        "snprintf",
        "read",
        "getline",
        "memset",
        "gettimeofday",
        "clock_gettime",
        "bzero",
        "rand_r",
        "erand48",
    ]
)
COPY = frozenset(("memcpy", "memmove"))
GROWN = frozenset(("realloc",))
PLACED = frozenset(("posix_memalign", "cudaMalloc", "cudaMallocHost", "cudaMallocManaged"))
SIZES = frozenset(["size", "length", "empty", "capacity", "max_size", "count"])


def argument_nodes(node: Node) -> list[Node]:
    """The arguments of a call."""
    listed = node.child_by_field_name("arguments")
    return [child for child in listed.named_children if child.type != "comment"] if listed is not None else []


def kind_of(machine: Machine, node: Node) -> str:
    """The kind of an expression's type."""
    kind = machine.kind_of(machine.type_of(node))
    node = bare(node)
    if kind:
        return kind
    if node.type == "identifier" and _CONSTANT.fullmatch(text_of(node)):
        return "number" if machine.declaration_of(node) is None else ""
    return "number" if node.type == "call_expression" and gives_number(machine, node) else ""


def is_lvalue(node: Node) -> bool:
    """Whether an expression names a place, and is no call that returns one."""
    node = bare(node)
    return node.type in LVALUES and text_of(node)[:1] != "&"


def allocates(machine: Machine, node: Node) -> bool:
    """Whether an expression is a call of a function that gives fresh memory."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is None or function.type not in CALLED:
        return False
    name = name_of(function)
    return name in functions().allocate and not machine.units.definitions.get(name)


def gives_number(machine: Machine, node: Node) -> bool:
    """Whether a function of a library returns a number."""
    function = node.child_by_field_name("function")
    if function is None:
        return False
    if function.type == "field_expression":
        owner = function.child_by_field_name("argument")
        kind = kind_of(machine, owner) if owner is not None else ""
        return kind == "sequence" and text_of(function.child_by_field_name("field")) in SIZES
    name = name_of(function)
    if function.type not in CALLED or machine.units.definitions.get(name):
        return False
    if name in ("min", "max", "move", "clamp", "forward"):
        return all(kind_of(machine, argument) == "number" for argument in argument_nodes(node))
    return name in functions().pure or name in ONLY_LOOK
