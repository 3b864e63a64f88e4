"""Large memory that a program frees is what it is given next: pages are made once, as on a GPU what stood there stays."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
HEAD = """#include <cstdio>
#include <cuda_runtime.h>
__global__ void fill(int *a, int n, int by) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = by; }
int *memory(size_t mega) { int *p; return cudaMalloc(&p, mega << 20) ? nullptr : p; }
"""


def printed(main_text: str, folder: Path, *others: str, before: str = "") -> str:
    sources = []
    for number, text in enumerate((HEAD + before + "int main() {\n" + main_text + "\n}\n", *others)):
        sources.append(folder / f"part{number}.cu")
        sources[-1].write_text(text, "utf-8")
    out = folder / "out"
    out.mkdir()
    assert main(["translate", *map(str, sources), "-o", str(out)]) == 0
    build(sorted(out.glob("*.cpp")), folder / "program")
    return subprocess.run([str(folder / "program")], capture_output=True, text=True, check=True).stdout


def test_the_next_of_about_its_size_gets_it(tmp_path: Path) -> None:
    said = printed(
        """int *a = memory(8), *b = memory(8);
        fill<<<64, 256>>>(a, 16384, 7);
        cudaFree(a);
        int *large = memory(16), *small = memory(2), *same = memory(7), *other = memory(8);
        printf("%d %d %d %d %d\\n", large == a, small == a, same == a, other == a || other == b, same[5]);
        cudaFree(nullptr), cudaFree(b), cudaFreeHost(large), cudaFree(small), cudaFree(same), cudaFree(other);""",
        tmp_path,
    )
    assert said == "0 0 1 0 7\n"


def test_two_that_live_never_share(tmp_path: Path) -> None:
    said = printed(
        """int *held[40], shared = 0, wrong = 0;
        for (int round = 0; round < 5; ++round) {
          for (int i = 0; i < 40; ++i) held[i] = memory(1 + (i * 7 + round) % 9), fill<<<1024, 256>>>(held[i], 262144, i);
          for (int i = 0; i < 40; ++i)
            for (int j = 0; j < i; ++j) shared += held[i] == held[j];
          for (int i = 0; i < 40; ++i) wrong += held[i][0] != i || held[i][262143] != i, cudaFree(held[i]);
        }
        printf("%d %d\\n", shared, wrong);""",
        tmp_path,
    )
    assert said == "0 0\n"


def test_files_of_a_program_keep_it_together(tmp_path: Path) -> None:
    said = printed(
        """void give_back(int *); int *taken(size_t);
        int *a = memory(4); give_back(a);
        int *b = taken(4); cudaFree(b);
        printf("%d %d\\n", a == b, memory(4) == b);""",
        tmp_path,
        "#include <cuda_runtime.h>\n__global__ void k(int *a) { a[0] = 1; }\n"
        "void give_back(int *a) { k<<<1, 1>>>(a); cudaFree(a); }\n"
        "int *taken(size_t mega) { int *p; cudaMallocManaged(&p, mega << 20); return p; }\n",
    )
    assert said == "1 1\n"


def test_what_was_not_given_out_is_not_taken_back(tmp_path: Path) -> None:
    """As on a GPU: an error, and the program goes on with its memory whole."""
    said = printed(
        """int *a = memory(8), *small = memory(0), local[4] = {1, 2, 3, 4}, *host = (int *)malloc(8 << 20);
        auto say = [](int told) { printf("%d ", told); };
        say(cudaFree(a)), say(cudaFree(a)), say(cudaFree(small)), say(cudaFree(small));
        int *b = memory(8), *c = memory(8);
        say(b == c), say(cudaFree(host)), say(cudaFreeHost(local)), say(cudaFree(b + 1));
        say(cudaGetLastError()), say(cudaGetLastError());
        int *d = memory(8);
        fill<<<64, 256>>>(d, 16384, 7);
        cudaDeviceSynchronize();
        host[0] = 5, local[0] = 6;
        say(d == host), say(d[9]), say(host[0]), say(local[0]);
        free(host);""",
        tmp_path,
    )
    assert said == "0 1 0 0 0 1 1 1 1 0 0 7 5 6 "  # of nothing it gives null, which may be given back


def test_objects_that_end_after_main_free_theirs(tmp_path: Path) -> None:
    said = printed(
        'cudaMalloc(&late.own, 4 << 20), printf("%d\\n", late.own != nullptr);',
        tmp_path,
        "#include <cstdio>\n#include <cuda_runtime.h>\n__global__ void k(int *a) { a[0] = 1; }\n"
        'struct Late { int *own; ~Late() { k<<<1, 1>>>(own); printf("%d\\n", own ? cudaFree(own) : -1); } } late;\n',
        before="extern struct Late { int *own; ~Late(); } late;\n",
    )
    assert said == "1\n0\n"


_MODEL = """#include <map>
#include <thread>
struct Known { size_t bytes; cudaMemoryType kind; };
cudaMemoryType told(const void *p) { cudaPointerAttributes a{}; cudaPointerGetAttributes(&a, p); return a.type; }
// What one thread of the host knows of its own memory, beside what it is told. `seed` draws what it does.
int differences(unsigned seed) {
  static char room[4][1 << 16];
  char *own = room[seed];
  std::map<char *, Known> model;
  int wrong = 0;
  for (int step = 0; step < 3000; ++step) {
    seed = seed * 1664525u + 1013904223u;
    const unsigned drawn = seed >> 16;
    auto some = model.begin();
    if (model.size()) std::advance(some, drawn % model.size());
    char *p = nullptr;
    const size_t bytes = 1 + drawn % 9000;
    const int at = drawn % 200 * 256;
    switch (step % 5) {
    case 0: cudaMalloc(&p, bytes), model[p] = {bytes, cudaMemoryTypeDevice}; break;
    case 1: cudaMallocHost(&p, bytes), model[p] = {bytes, cudaMemoryTypeHost}; break;
    case 2:
      if (model.count(own + at)) wrong += cudaHostRegister(own + at, 256, 0) != cudaErrorHostMemoryAlreadyRegistered;
      else wrong += cudaHostRegister(own + at, 256, 0) != cudaSuccess, model[own + at] = {256, cudaMemoryTypeHost};
      break;
    case 3:
      if (some->first >= own && some->first < own + sizeof room[0]) wrong += cudaHostUnregister(some->first) != cudaSuccess;
      else wrong += (some->second.kind == cudaMemoryTypeHost ? cudaFreeHost(some->first) : cudaFree(some->first)) != cudaSuccess;
      model.erase(some);
      break;
    default:
      wrong += cudaFree(own + at + 1) == cudaSuccess || cudaHostUnregister(own + at + 1) == cudaSuccess;
      wrong += told(own + at + 255) != (model.count(own + at) ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered);
      wrong += told(some->first) != some->second.kind || told(some->first + some->second.bytes - 1) != some->second.kind;
    }
  }
  for (auto &each : model) wrong += told(each.first + each.second.bytes / 2) != each.second.kind;
  return wrong;
}
"""


def test_what_is_known_of_memory_is_what_the_host_did_with_it(tmp_path: Path) -> None:
    said = printed(
        """fill<<<1, 32>>>(memory(1), 32, 1);
        int wrong[4];
        std::thread all[4];
        for (int i = 0; i < 4; ++i) all[i] = std::thread([&wrong, i] { wrong[i] = differences(i); });
        for (std::thread &each : all) each.join();
        printf("%d %d %d %d\\n", wrong[0], wrong[1], wrong[2], wrong[3]);""",
        tmp_path,
        before=_MODEL,
    )
    assert said == "0 0 0 0\n"


def test_memory_and_events_bring_no_large_headers() -> None:
    """A map and a mutex of the library are a third of what such a program costs to compile."""
    memory = translate_file(parse(HEAD, "k.cu", "cuda")).text
    events = translate_file(parse(f"{HEAD}int main() {{ cudaEvent_t e; cudaEventRecord(e); }}", "k.cu", "cuda")).text
    assert not any(f"#include <{header}>" in memory for header in ("map", "mutex", "chrono", "string", "vector"))
    assert "#include <chrono>" in events
    assert "std::map" not in events
