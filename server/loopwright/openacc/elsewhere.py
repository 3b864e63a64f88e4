"""Names that a file uses and does not declare: what is known of where they may come from."""

from __future__ import annotations

_VARIABLES = frozenset(
    (
        "stdin",
        "stdout",
        "stderr",
        "errno",
        "environ",
        "optarg",
        "optind",
        "opterr",
        "optopt",
        "timezone",
        "daylight",
        "tzname",
        "signgam",
        "true",
        "false",
        "bool",
        "complex",
        "I",
    )
)


class Elsewhere:
    """A test for names that a file does not declare. Equal tests have equal ``key``."""

    def __init__(self, words: frozenset[str], complete: bool, defines: frozenset[str]) -> None:
        self._words, self._complete, self._defines = words, complete, defines
        self.key = (words, complete, defines)

    def may_define(self, name: str) -> bool:
        """Whether ``name`` may be a macro of a header or of the command line."""
        return not self._complete or name in self._defines or name in self._words

    def __call__(self, name: str) -> bool:
        """Whether ``name`` stands in a header of the project, may stand in one that cannot be read, or looks like a macro
        of the command line."""
        if not self._complete or name in self._defines or name in _VARIABLES or name in self._words:
            return True
        return name.isupper() or name.startswith(("acc_", "omp_", "_")) or "::" in name
