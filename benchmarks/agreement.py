"""How often our rules and clang agree on drawn directives, and every case where they do not.

python benchmarks/agreement.py [--seed N] [--count N] [--wildness 0.12]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "openacc"))
from generator import generate
from judges import clang_errors, our_errors
from loopwright.check.rules import rules


def main() -> None:
    """Print the shares and the disagreements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--wildness", type=float, default=0.12, help="share of illegal choices")
    options = parser.parse_args()
    cases = generate(options.seed, options.count, options.wildness)
    clang = clang_errors(cases)
    ours = [our_errors(case) for case in cases]
    differ = [(c, k, o) for c, k, o in zip(cases, clang, ours, strict=True) if bool(k) != bool(o)]
    accepted = sum(not messages for messages in clang)
    alone = sum(1 for _, _, o in differ if o)
    print(f"{len(cases)} directives of seed {options.seed}, {accepted / len(cases):.1%} accepted by clang")
    print(
        f"agreement of our rules alone {1 - len(differ) / len(cases):.2%}, with clang behind them {1 - alone / len(cases):.2%}"
    )
    for case, messages, findings in differ:
        if findings:
            told = "; ".join(f"{f.code} (section {f.section}): {f.message}" for f in findings)
            print(f"\nonly we refuse   #pragma acc {case.directive}\n    {told}")
        else:
            print(f"\nonly clang refuses   #pragma acc {case.directive}\n    {messages[0]}")
    print(f"\n{len(rules())} rules")


if __name__ == "__main__":
    main()
