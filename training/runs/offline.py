"""A run on a machine without a network that takes and gives small files only: everything it needs, and the weights it makes, in
parts of a size.

offline.py tokens DATA [--repeats 6]      DATA/pairs and DATA/tokenizer → DATA/tokens, as `pretrain` would make them there
offline.py pack OUT FILE… [--megabytes M] files and folders, by their last names → OUT/part.00, part.01, …
offline.py unpack FOLDER PARTS            the parts in order, all in one folder → what they held
offline.py hand OUT FOLDER [--most 4] [--seconds 560]   waits for parts in FOLDER/*/ and copies those not handed over before
offline.py planes OUT MODEL…              weights as bfloat16, high and low bytes apart, which xz takes a third off
offline.py weights OUT PLANES…            and back

Parts are brought over in as many calls as it takes; `unpack` wants all of them. A part has its name when it is whole.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
import shutil
import tarfile
import time
from pathlib import Path

import numpy as np


def tokens(options: argparse.Namespace) -> None:
    """Tokens of the text, without the repeats of files with OpenACC: `unpack` adds them."""
    from loopwright_training.windows import encode_corpus
    from transformers import PreTrainedTokenizerFast

    tokenizer = PreTrainedTokenizerFast.from_pretrained(options.data / "tokenizer")
    out = options.data / "tokens"
    out.mkdir(exist_ok=True)
    parts = encode_corpus((str(options.data / "pairs" / "corpus.jsonl.gz"),), tokenizer)
    for name, part in zip(("plain", "marked", "held"), parts, strict=True):
        np.save(out / f"{name}.npy", part)
        print(f"{name}: {len(part) / 1e6:.1f} M tokens")
    (out / "repeats").write_text(str(options.repeats))


def pack(options: argparse.Namespace) -> None:
    """One compressed tar, cut."""
    options.out.mkdir(parents=True, exist_ok=True)
    stream = _Cut(options.out, int(options.megabytes * 1e6))
    with (
        lzma.LZMAFile(stream, "wb", preset=options.preset) as packed,
        tarfile.open(fileobj=packed, mode="w|") as archive,
    ):
        for path in options.files:
            archive.add(path, path.name)
    stream.close()
    for path in sorted(options.out.glob("part.*")):
        print(path, f"{path.stat().st_size / 1e6:.1f} MB")


def hand(options: argparse.Namespace) -> None:
    """Parts that are whole, ``most`` at a time, each once; when time is up those that are there. FOLDER/finished says that no
    more will come."""
    handed = options.folder / "handed"
    until = time.monotonic() + options.seconds
    while True:
        done = handed.read_text().split() if handed.exists() else []
        finished = (options.folder / "finished").exists()
        parts = [p for p in sorted(options.folder.glob("*/part.*")) if p.suffix != ".cut" and _name(p) not in done]
        if len(parts) >= options.most or finished or time.monotonic() >= until:
            break
        time.sleep(1)
    for part in parts[: options.most]:
        (options.out / part.parent.name).mkdir(parents=True, exist_ok=True)
        shutil.copy(part, options.out / part.parent.name)
        with handed.open("a") as names:
            names.write(_name(part) + "\n")
    left = max(0, len(parts) - options.most)
    print(f"{min(len(parts), options.most)} handed over, {left} left,", "finished" if finished else "more to come")


def _name(part: Path) -> str:
    return f"{part.parent.name}/{part.name}"


def unpack(options: argparse.Namespace) -> None:
    """The tar again; tokens become the stream that `pretrain` reads."""
    options.folder.mkdir(parents=True, exist_ok=True)
    with (
        lzma.LZMAFile(_Joined(sorted(options.parts.glob("part.*"))), "rb") as packed,
        tarfile.open(fileobj=packed, mode="r|") as archive,
    ):
        archive.extractall(options.folder, filter="data")
    made = options.folder / "tokens"
    if (made / "plain.npy").exists():
        plain, marked = np.load(made / "plain.npy"), np.load(made / "marked.npy")
        # As `windows.repeated` has it; its libraries may come in these very parts.
        stream = np.concatenate([plain, *[marked] * (int((made / "repeats").read_text()) - 1)])
        np.save(made / "train.npy", stream)
        print(f"{len(stream) / 1e6:.1f} M tokens a round")


def planes(options: argparse.Namespace) -> None:
    """Weights of each model as two files of bytes; everything else as it is."""
    import torch
    from safetensors.torch import load_file

    for model in options.models:
        out = options.out / model.name
        out.mkdir(parents=True, exist_ok=True)
        for path in sorted(model.iterdir()):
            if path.suffix != ".safetensors":
                if path.is_file():
                    shutil.copy(path, out)
                continue
            found = load_file(path)
            halves = [found[name].to(torch.bfloat16).reshape(-1).view(torch.uint8).numpy() for name in sorted(found)]
            both = np.concatenate([half.reshape(-1, 2) for half in halves])
            both[:, 0].tofile(out / f"{path.stem}.low")
            both[:, 1].tofile(out / f"{path.stem}.high")
            shapes = {name: list(found[name].shape) for name in sorted(found)}
            (out / f"{path.stem}.shapes").write_text(json.dumps(shapes))


def weights(options: argparse.Namespace) -> None:
    """What `planes` took apart."""
    import torch
    from safetensors.torch import save_file

    for folder in options.models:
        out = options.out / folder.name
        out.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.iterdir()):
            if path.suffix in (".low", ".high"):
                continue
            if path.suffix != ".shapes":
                shutil.copy(path, out)
                continue
            low, high = (np.fromfile(path.with_suffix(end), np.uint8) for end in (".low", ".high"))
            flat = torch.from_numpy(np.stack([low, high], axis=1).reshape(-1)).view(torch.bfloat16)
            found, start = {}, 0
            for name, shape in json.loads(path.read_text()).items():
                size = int(np.prod(shape))
                found[name] = flat[start : start + size].reshape(shape).clone()
                start += size
            save_file(found, out / f"{path.stem}.safetensors", metadata={"format": "pt"})


class _Cut(io.RawIOBase):
    """A file that goes on in the next one where it is full."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder, self.size, self.number, self.room = folder, size, -1, 0
        self.file: io.BufferedWriter | None = None
        self.path = folder

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        view = memoryview(data)
        while len(view):
            if self.room == 0:
                self._next()
            assert self.file is not None
            done = self.file.write(view[: self.room])
            self.room -= done
            view = view[done:]
        return len(data)

    def close(self) -> None:
        self._finish()
        super().close()

    def _next(self) -> None:
        self._finish()
        self.number += 1
        self.room = self.size
        self.path = self.folder / f"part.{self.number:02}.cut"
        self.file = self.path.open("wb")

    def _finish(self) -> None:
        if self.file is not None:
            self.file.close()
            self.path.rename(self.path.with_suffix(""))
            self.file = None


class _Joined(io.RawIOBase):
    """Files read as one."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = iter(paths)
        self.file = next(self.paths).open("rb")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        while not (count := self.file.readinto(buffer)):
            following = next(self.paths, None)
            if following is None:
                return 0
            self.file.close()
            self.file = following.open("rb")
        return count


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and do one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("tokens")
    step.add_argument("data", type=Path)
    step.add_argument("--repeats", type=int, default=6)
    step.set_defaults(run=tokens)
    step = steps.add_parser("pack")
    step.add_argument("out", type=Path)
    step.add_argument("files", type=Path, nargs="+")
    step.add_argument("--megabytes", type=float, default=60)
    step.add_argument("--preset", type=int, default=6)
    step.set_defaults(run=pack)
    step = steps.add_parser("hand")
    step.add_argument("out", type=Path)
    step.add_argument("folder", type=Path)
    step.add_argument("--most", type=int, default=4)
    step.add_argument("--seconds", type=float, default=560)
    step.set_defaults(run=hand)
    step = steps.add_parser("unpack")
    step.add_argument("folder", type=Path)
    step.add_argument("parts", type=Path)
    step.set_defaults(run=unpack)
    for name, run in (("planes", planes), ("weights", weights)):
        step = steps.add_parser(name)
        step.add_argument("out", type=Path)
        step.add_argument("models", type=Path, nargs="+")
        step.set_defaults(run=run)
    options = parser.parse_args(arguments)
    options.run(options)


if __name__ == "__main__":
    main()
