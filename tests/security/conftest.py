"""Helpers beside the tests can be imported."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from yards import plugin_in


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """(a plugin of gcc, the mark that it leaves)."""
    return plugin_in(tmp_path_factory.mktemp("plugin"))
