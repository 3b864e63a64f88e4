"""A YAML file → the dataclass of one step. Unknown keys are errors: a typo must not train a model."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


class ConfigError(ValueError):
    """The configuration does not fit the step; the message names the file and the key."""


def load_config(kind: type[T], path: Path, overrides: list[str] | None = None) -> T:
    """Read ``path`` into a dataclass ``kind``; ``overrides`` are ``key.sub=value`` pairs in YAML."""
    import yaml  # of an extra: what is missing is said by the command

    try:
        values = yaml.safe_load(path.read_text("utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not YAML: {str(error).splitlines()[0]}") from None
    if not isinstance(values, dict):
        raise ConfigError(f"{path}: keys and values are expected")
    for override in overrides or []:
        key, equals, value = override.partition("=")
        *parents, last = key.split(".")
        target: Any = values
        for parent in parents:
            target = target.setdefault(parent, {}) if isinstance(target, dict) else None
        if not equals or not isinstance(target, dict):
            raise ConfigError(f"--set {override}: KEY=VALUE is expected, with a key of {path}")
        try:
            target[last] = yaml.safe_load(value)
        except yaml.YAMLError as error:
            raise ConfigError(f"--set {override} is not YAML: {str(error).splitlines()[0]}") from None
    return _build(kind, values, str(path))


def _build(kind: type[T], values: dict[str, Any], where: str) -> T:
    hints = get_type_hints(kind)
    unknown = set(values) - set(hints)
    if unknown:
        raise ConfigError(f"{where}: unknown key {sorted(unknown)[0]!r}; known: {', '.join(sorted(hints))}")
    fields: dict[str, Any] = {}
    for name, value in values.items():
        hint = hints[name]
        if dataclasses.is_dataclass(hint) and isinstance(value, dict):
            value = _build(hint, value, f"{where}: {name}")
        elif hint in (Path, Path | None) and value is not None:
            value = Path(value)
        elif hint in (int, float):
            value = _number(hint, value, f"{where}: {name}")
        elif hint is bool and not isinstance(value, bool):
            raise ConfigError(f"{where}: {name} is true or false, not {value!r}")
        elif isinstance(value, list):
            value = tuple(value)
        elif get_origin(hint) is Literal and value not in get_args(hint):
            raise ConfigError(
                f"{where}: {name} cannot be {value!r}; it is one of {', '.join(map(str, get_args(hint)))}"
            )
        fields[name] = value
    try:
        return kind(**fields)
    except TypeError as error:
        raise ConfigError(f"{where}: {error}") from None


def _number(kind: type[int] | type[float], value: Any, where: str) -> int | float:
    try:
        number = float(value)  # YAML reads 1e-3 as text
    except (TypeError, ValueError):
        raise ConfigError(f"{where} is a number, not {value!r}") from None
    if kind is int and number != int(number):
        raise ConfigError(f"{where} is a whole number, not {value!r}")
    return int(number) if kind is int else number
