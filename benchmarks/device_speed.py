"""The emulated device beside `gcc -O2` of the serial program: processor seconds of the part that counts, on one core.

    python benchmarks/device_speed.py [KERNEL…]

The kernels are those of benchmarks/kernels with the directives of hand.toml. *fast* is `--no-hooks`.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from gpu_kernels import HERE, by_hand, tomllib
from loopwright.device.builder import Gcc, build, find_gcc
from loopwright.toolchain.process import run

SECONDS = 1200


def main() -> None:
    """Print a table."""
    hand = tomllib.loads((HERE / "kernels" / "hand.toml").read_text("utf-8"))
    names = sys.argv[1:] or sorted(hand)
    gcc = find_gcc()
    rows = []
    print("| kernel | gcc -O2 s | fast | × | with hooks | × |\n| --- | --- | --- | --- | --- | --- |")
    for name in names:
        text = (HERE / "kernels" / f"{name}.c").read_text("utf-8")
        serial, fast, watched = (measured(gcc, text, hand[name][0], how) for how in ("serial", "fast", "watched"))
        rows.append((fast / serial, watched / serial))
        print(
            f"| {name} | {serial:.3f} | {fast:.3f} | {rows[-1][0]:.2f} | {watched:.2f} | {rows[-1][1]:.1f} |",
            flush=True,
        )
    fast_mean, watched_mean = (statistics.geometric_mean(column) for column in zip(*rows))
    print(f"| geometric mean | | | {fast_mean:.2f} | | {watched_mean:.1f} |")


def measured(gcc: Gcc, text: str, directives: dict[str, str], how: str) -> float:
    """Seconds of one version."""
    header = (HERE / "kernels" / "timed.h").read_text("utf-8").replace("CLOCK_MONOTONIC", "CLOCK_PROCESS_CPUTIME_ID")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "timed.h").write_text(header, "utf-8")
        source, program = folder / "kernel.c", folder / "program"
        source.write_text(text if how == "serial" else by_hand(text, directives), "utf-8")
        if how == "serial":
            done = run([gcc.c, "-O2", str(source), "-o", str(program), "-lm"], cwd=folder, timeout=120)
            if done.code != 0:
                sys.exit(done.stderr)
        else:
            build([source], program, gcc, watched=how == "watched")
        done = run([str(program)], cwd=folder, timeout=SECONDS)
        if done.code != 0:
            sys.exit(f"{how}: {done.code} {done.stderr}")
        return float(done.stdout.split()[1])


if __name__ == "__main__":
    main()
