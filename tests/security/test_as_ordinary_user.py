"""What starts programs and writes files is tried as an ordinary user too, in one call; `make security` tries all."""

from __future__ import annotations

import pytest
from ordinary_user import ROOT_ALONE, holds


@pytest.mark.timeout(900)
@ROOT_ALONE
def test_the_boundary_holds_for_an_ordinary_user() -> None:
    holds("folders")
