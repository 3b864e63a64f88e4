"""What goes wrong with models."""

from __future__ import annotations


class ModelError(Exception):
    """A model cannot be used; the message is one sentence for the user."""
