"""Regular expressions read messages, file formats and single words. Code is read by `source/` and `lang/`.

Each module that has one is in a table here, with how many and why. Who adds one has to say what it reads;
who takes one away lowers the number. What is listed under ``CODE`` reads code and has to go: its
numbers only fall.
"""

from __future__ import annotations

import ast
from pathlib import Path

SERVER = Path(__file__).parents[2] / "server" / "loopwright"
_FUNCTIONS = frozenset(("compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split"))

# What programs print, and what we print ourselves.
MESSAGES = {
    "dependence/decide/judge.py": 1,  # what our own verdicts say
    "dependence/model/verdict.py": 1,  # lines in them
    "check/baseline.py": 1,  # line numbers in our own messages
    "device/outputs.py": 1,  # numbers in what a program printed
    "toolchain/compilers.py": 5,  # versions
    "toolchain/messages.py": 4,  # compilers' messages
    "translate/oracle.py": 1,  # text of ours
    "translate/program/printed.py": 1,  # what programs print
    "translate/watched.py": 1,
    "suggest/titles.py": 2,  # our own directives, shortened for a title
}
# Formats of files, protocols, names of files and flags.
FORMATS = {
    "check/suppress.py": 3,  # our own comments
    "lsp/features/hover.py": 1,  # Markdown
    "lsp/wire.py": 1,  # a header of the protocol
    "suggest/programs/taken.py": 2,  # names that are made up
    "toolchain/checkout.py": 4,  # build files, names of files
    "toolchain/database.py": 1,  # JSON
    "toolchain/flags.py": 1,  # a flag
    "toolchain/formatting.py": 1,  # clang-format's configuration
    "toolchain/renames.py": 14,  # build files
    "toolchain/versions.py": 8,  # build files
    "translate/macros.py": 1,  # a flag
}
# The one place where a token, a literal, a comment, a line of the preprocessor or a pragma is defined: what is read before there is a tree.
TOKENS = {
    "source/text.py": 1,  # names
    "lang/macros.py": 3,
    "lang/numbers.py": 2,
    "openacc/completion.py": 3,  # the text before the cursor, which nothing has parsed
    "openacc/directive.py": 3,
    "openacc/inactive.py": 2,
    "source/tokens.py": 4,
    "source/directive_macros.py": 8,  # macros whose text is a pragma
    "source/excess.py": 3,
    "source/includes.py": 1,
    "source/layout.py": 2,  # blanks
    "source/lexemes.py": 5,  # all tokens of a text
    "source/lost.py": 2,
    "source/masking.py": 25,
    "source/outline.py": 3,
    "source/pieces.py": 1,
    "source/pragmas.py": 6,
    "toolchain/accept.py": 1,
}
# The words of a text: whether something is mentioned at all, asked before or beside a model, never instead of it.
WORDS = {
    "check/rules/lw108_misspelt_sentinel.py": 1,
    "memory/index.py": 1,
}
# These read code, and have to go.
CODE = {
    "model/prompt.py": 1,  # what the model is shown: training uses the same function, another text needs a new model
    "translate/asking.py": 4,  # the same
}


def expressions(path: Path) -> int:
    """How many regular expressions a module writes."""
    calls = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    return sum(
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id == "re"
        and called.attr in _FUNCTIONS
        for called in calls
    )


def test_every_regular_expression_is_listed_with_what_it_reads() -> None:
    found = {}
    for path in sorted(SERVER.rglob("*.py")):
        name = path.relative_to(SERVER).as_posix()
        if count := expressions(path):
            found[name] = count
    for name, count in found.items():
        if name in CODE:
            assert count <= CODE[name], f"{name} reads code by one more regular expression"
    listed = {name: count for table in (MESSAGES, FORMATS, TOKENS, WORDS) for name, count in table.items()}
    assert {name: count for name, count in found.items() if name not in CODE} == listed


def test_no_module_is_listed_twice() -> None:
    tables = (MESSAGES, FORMATS, TOKENS, WORDS, CODE)
    assert sum(map(len, tables)) == len({name for table in tables for name in table})


def test_re_is_imported_under_its_name() -> None:
    """Otherwise the count above sees nothing."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            assert not (isinstance(node, ast.ImportFrom) and node.module == "re"), path
            assert not (isinstance(node, ast.Import) and any(a.name == "re" and a.asname for a in node.names)), path
