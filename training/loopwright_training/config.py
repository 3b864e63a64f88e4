"""A YAML file → the dataclass of one step. Unknown keys are errors: a typo must not train a model."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
_MODELS = ("base", "before", "after", "model", "adapter")  # keys of steps that name one


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
    fields = {name: _value(hints[name], value, f"{where}: {name}") for name, value in values.items()}
    try:
        return kind(**fields)
    except TypeError as error:
        raise ConfigError(f"{where}: {error}") from None


def _value(hint: Any, value: Any, where: str) -> Any:
    """What YAML read as ``value``, as a field of type ``hint`` has it."""
    if get_origin(hint) is UnionType:  # `X | None`
        if value is None:
            return None
        (hint,) = (kind for kind in get_args(hint) if kind is not NoneType)
    if value is None:
        raise ConfigError(f"{where} has no value")
    if dataclasses.is_dataclass(hint):
        return _build(cast("type[Any]", hint), _expected(dict, value, where, "keys and values"), where)
    if get_origin(hint) is tuple:
        items = _expected(list, value, where, "a list, such as [a, b]")
        return tuple(_value(get_args(hint)[0], item, where) for item in items)
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise ConfigError(f"{where} cannot be {value!r}; it is one of {', '.join(map(str, get_args(hint)))}")
        return value
    if hint in (int, float):
        return _number(hint, value, where)
    if hint is bool:
        return _expected(bool, value, where, "true or false")
    if hint is Path:
        return Path(_expected(str, value, where, "a path"))
    if hint is str:
        return str(_expected((str, int, float), value, where, "text"))
    return value


def _expected(kind: type | tuple[type, ...], value: Any, where: str, what: str) -> Any:
    if not isinstance(value, kind):
        raise ConfigError(f"{where} is {what}, not {value!r}")
    return value


def _number(kind: type[int] | type[float], value: Any, where: str) -> int | float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)  # YAML reads 1e-3 as text
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError(f"{where} is a number, not {value!r}")
    if kind is int and number != int(number):
        raise ConfigError(f"{where} is a whole number, not {value!r}")
    return int(number) if kind is int else number


def require_bounds(config: Any, above_zero: Sequence[str], not_below: Sequence[str]) -> None:
    """Raise :class:`ConfigError` for a number among ``above_zero`` that is 0 or less, or among ``not_below`` that is less than 0."""
    for name in above_zero:
        if not getattr(config, name) > 0:
            raise ConfigError(f"{name} is more than 0")
    for name in not_below:
        if not getattr(config, name) >= 0:
            raise ConfigError(f"{name} is not below 0")


def require_models(config: Any) -> None:
    """Raise :class:`ConfigError` where ``config`` names the folder or file of a model that is not there: libraries take it for a
    name on the hub, and say so in forty lines."""
    for name in _MODELS:
        value = getattr(config, name, None)
        if isinstance(value, str | Path) and _is_path(value) and not Path(value).exists():
            raise ConfigError(f"{name}: {value} is not there; training/README.md says which step writes it")


def _is_path(value: str | Path) -> bool:
    if isinstance(value, Path):
        return True
    return value.count("/") > 1 or value.startswith(("/", ".", "~")) or "\\" in value or value.endswith(".gguf")
