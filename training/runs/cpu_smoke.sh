#!/usr/bin/env bash
# Every step of training, tiny, on the CPU (some minutes): what CI runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
.venv/bin/python -m pytest tests/training
