"""The rules, one a file: `lw201_clause_not_allowed.py` holds all that there is of LW201. A file that is put here is a rule."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache
from typing import Any

from loopwright.check.rule import ClaimRule, DirectiveRule, FileRule, Rule


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """Every rule by code."""
    found: list[Rule] = []
    for module in pkgutil.iter_modules(__path__):
        rule = importlib.import_module(f"{__name__}.{module.name}").RULE
        assert isinstance(rule, Rule), module.name
        assert module.name.startswith(f"{rule.code.lower()}_"), module.name
        found.append(rule)
    return {rule.code: rule for rule in sorted(found, key=lambda rule: rule.code)}


@cache
def rules_on(directive: str | None) -> tuple[DirectiveRule[Any], ...]:
    """The rules that are asked of a directive; ``None`` is what could not be read as one."""
    return tuple(
        rule
        for rule in rules().values()
        if isinstance(rule, DirectiveRule)
        and (rule.unread if directive is None else rule.on is None or directive in rule.on)
    )


@lru_cache(maxsize=1)
def file_rules() -> tuple[FileRule[Any], ...]:
    """The rules on whole files."""
    return tuple(rule for rule in rules().values() if isinstance(rule, FileRule))


@lru_cache(maxsize=1)
def claim_rules() -> dict[str, ClaimRule]:
    """The rules on what holds between directives, by code."""
    return {code: rule for code, rule in rules().items() if isinstance(rule, ClaimRule)}
