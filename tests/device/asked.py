"""Of the cases of a file those that are run: of a sweep in part the others need not be built."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.device.cases import Case


def asked(request: pytest.FixtureRequest, cases: Sequence[Case]) -> list[Case]:
    """Those that a test of the module is given as its ``case``."""
    tests = (item for item in request.session.items if item.path == request.path and isinstance(item, pytest.Function))
    names = {test.callspec.params["case"].name for test in tests if hasattr(test, "callspec")}
    return [case for case in cases if case.name in names]
