"""Settings under `loopwright.*`, declared once; the extension's `package.json` section is generated from here."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from loopwright.openacc.sharing import MEMORY_MODELS
from loopwright.openacc.spec import VERSIONS

Scope = Literal["machine", "window", "resource"]


def _setting(default: Any, title: str, scope: Scope = "resource", path: bool = False, **schema: Any) -> Any:
    return field(default=default, metadata={"title": title, "scope": scope, "path": path, "schema": schema})


@dataclass(frozen=True)
class Settings:
    """What a user can set. Field names with `_` are dots in the editor: ``model_name`` is ``loopwright.model.name``.

    ``resource`` settings are asked for each file, ``window`` settings are one for the session. ``machine`` settings name what
    is started or read from disk: no workspace may set them, and they count in trusted workspaces alone.
    """

    hints_enable: bool = _setting(True, "Show a hint at each loop that a directive could stand above.")
    openacc_enable: bool = _setting(True, "Show what is wrong with OpenACC directives.")
    openacc_version: str = _setting(
        "3.4", "The OpenACC version that directives must keep to; newer words are marked.", enum=list(VERSIONS)
    )
    openacc_portability: str = _setting(
        "",
        "A compiler that must accept every directive; what it refuses is marked, with a rewrite.",
        enum=["", "gcc-12"],
    )
    suggest_ahead: bool = _setting(
        True, "Work out directives when the cursor rests on a loop, so that they are ready when they are asked for."
    )
    model_enable: bool = _setting(
        True,
        "Ask the local model for directives and for the loops of kernels. Without it they come from analysis and rules.",
        scope="window",
    )
    model_name: str = _setting(
        "",
        "Name of an installed model (`loopwright model list`) or the path of a GGUF file. Empty: the shipped one.",
        scope="machine",
        path=True,
    )
    model_adapter: str = _setting(
        "",
        "Name of the adapter to use with the model (`loopwright model list`). Empty: the one that was installed or chosen last.",
        scope="window",
    )
    model_endpoint: str = _setting(
        "",
        "Address of a model that your team serves (llama-server, vLLM), such as `http://gpu-host:8080`. The text around a loop is "
        "sent there when a directive is worked out. `?model=NAME` behind it chooses one of several models, the environment variable "
        "`LOOPWRIGHT_ENDPOINT_KEY` of the server of the editor holds its key, `SSL_CERT_FILE` names the certificates of your own authority "
        "for an `https` address. While it does not answer, the model on this machine does. "
        "Empty: the model on this machine, and nothing is sent.",
        scope="machine",
    )
    model_threads: int = _setting(
        0,
        "Threads the model may use; 0 takes the cores that are idle when it is asked, never all.",
        scope="window",
        minimum=0,
        maximum=64,
    )
    model_candidates: int = _setting(
        4, "How many directives the model proposes for a loop.", scope="window", minimum=1, maximum=8
    )
    cuda_lens: bool = _setting(True, "Show above each CUDA kernel what is known of its CPU translation.")
    cuda_gpu: bool = _setting(
        False,
        "Where a translation is verified, run the kernel itself on this machine's NVIDIA GPU too.",
        scope="machine",
    )
    run_unconfined: bool = _setting(
        False,
        "Run code that was asked to be run even where the system offers nothing to shut it in (*Doctor* says what it offers). It can "
        "then do all that you can.",
        scope="machine",
    )
    device_profile: str = _setting(
        "desktop",
        "The device that estimates are for: `desktop`, `server`, or the path of a profile (see docs/evidence.md).",
        scope="machine",
        path=True,
    )
    device_memory: str = _setting(
        "discrete",
        "What the device shares with the host: nothing, what is allocated (`managed`), everything (`unified`). What is shared "
        "gets no data clauses.",
        scope="window",
        enum=list(MEMORY_MODELS),
    )
    compiler_enable: bool = _setting(True, "Check each proposal with a compiler before it is offered.", scope="window")
    compiler_path: str = _setting(
        "",
        "Path or name of the compiler to check with (gcc, clang 19 or newer, nvc). Empty: the best one found.",
        scope="machine",
        path=True,
    )
    compiler_timeout: float = _setting(
        10.0, "Seconds after which a compiler is given up.", scope="window", minimum=1, maximum=120
    )

    def without_trust(self) -> Settings:
        """The same with every machine setting at its default."""
        defaults: dict[str, Any] = {i.name: i.default for i in fields(self) if i.metadata["scope"] == "machine"}
        return replace(self, **defaults)

    def machine_settings(self) -> list[str]:
        """Keys of the machine settings that are not at their default."""
        machine = [item for item in fields(self) if item.metadata["scope"] == "machine"]
        return [f"loopwright.{key_of(item.name)}" for item in machine if getattr(self, item.name) != item.default]

    def of_resource(self, own: Settings) -> Settings:
        """The settings of a file: what is a matter of the file from ``own``, the rest from here."""
        names = [item.name for item in fields(self) if item.metadata["scope"] == "resource"]
        return replace(self, **{name: getattr(own, name) for name in names})


def key_of(name: str) -> str:
    """``model_name`` → ``model.name``."""
    return name.replace("_", ".", 1)


def read_settings(values: Any) -> tuple[Settings, tuple[str, ...]]:
    """Settings from what the client sent (nested or dotted), and a sentence for each value that is not usable; such a
    value keeps its default."""
    values = values if isinstance(values, dict) else {}
    chosen: dict[str, Any] = {}
    complaints = []
    for item in fields(Settings):
        value = _lookup(values, key_of(item.name))
        if value is None:
            continue
        fitted = _fit(value, item.default, item.metadata["schema"])
        if fitted is not None and item.metadata["path"] and not _names_one_thing(fitted):
            fitted = None
        if fitted is None:
            complaints.append(f"loopwright.{key_of(item.name)} cannot be {value!r}; {item.default!r} is used.")
        else:
            chosen[item.name] = fitted
    return Settings(**chosen), tuple(complaints)


def package_configuration() -> dict[str, Any]:
    """The `contributes.configuration.properties` of package.json."""
    properties: dict[str, Any] = {}
    for order, item in enumerate(fields(Settings)):
        kind = {bool: "boolean", int: "integer", float: "number", str: "string"}[type(item.default)]
        properties[f"loopwright.{key_of(item.name)}"] = {
            "type": kind,
            "default": item.default,
            "markdownDescription": item.metadata["title"],
            "order": order,
            "scope": item.metadata["scope"],
            **item.metadata["schema"],
        }
    return properties


def _lookup(values: dict[str, Any], key: str) -> Any:
    if key in values:
        return values[key]
    section, _, name = key.partition(".")
    inner = values.get(section)
    return inner.get(name) if isinstance(inner, dict) else None


def path_settings() -> list[str]:
    """Keys of the settings that name a file of this machine."""
    return [f"loopwright.{key_of(item.name)}" for item in fields(Settings) if item.metadata["path"]]


def _names_one_thing(value: str) -> bool:
    """A name or an absolute path: a relative one would mean another file in each folder."""
    return not os.path.dirname(value) or os.path.isabs(os.path.expanduser(value))


def _fit(value: Any, default: Any, schema: dict[str, Any]) -> Any:
    if isinstance(default, bool):
        return value if isinstance(value, bool) else None
    if isinstance(default, str):
        return value if isinstance(value, str) and value in schema.get("enum", [value]) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return None
    return type(default)(value)
