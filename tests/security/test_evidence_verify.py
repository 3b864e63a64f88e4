"""`translate --verify` cannot be talked into anything: kernels that fake or disturb their evidence are really built and run.

Every file below holds a kernel whose threads meet without a barrier; whatever stands around it, nobody may hear that its
translation agreed. What is honest keeps its verdict, whatever it prints.
"""

# ruff: noqa: E501 - a program is one line
from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import again, translate_file
from loopwright.source.syntax import parse
from loopwright.translate.oracle import JUDGE_HEADERS, ORACLE_HEADERS
from loopwright.translate.verify import Judge, Verified

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
HEAD = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <unistd.h>\n#include <signal.h>\n#include <sys/mman.h>\n#include <sys/time.h>\n"
RACE = """__global__ void f(float *x, int n) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    %s
    s[threadIdx.x %% 64] = i < n ? x[i] : 0;
    if (i < n) x[i] = s[63 - threadIdx.x %% 64];
}
"""
FINE = """__global__ void f(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    %s
    if (i < n) x[i] = 2 * x[i];
}
"""
MEETS = "without a barrier"


def judged(folder: Path, text: str, direct: str = "") -> Verified | str:
    """What is said of the kernel, or why it has no translation."""
    translation = translate_file(parse(text, "k.cu", "cuda"))
    if direct:
        translation = again(translation, direct={"f": direct})
    kernel = translation.kernel("f")
    assert kernel is not None
    if kernel.text is None:
        return kernel.reason
    with Judge(translation, [kernel], folder / "k.cu") as judge:
        return judge.verify(kernel)


def judged_together(folder: Path, text: str, direct: dict[str, str]) -> dict[str, Verified]:
    """What is said of each kernel that has loops of its own; all are built as one program, each runs in its own process."""
    translation = again(translate_file(parse(text, "k.cu", "cuda")), direct=direct)
    with Judge(translation, translation.kernels, folder / "k.cu") as judge:
        return {kernel.name: judge.verify(kernel) for kernel in translation.kernels}


CONSTRUCTED = "struct B { B() { %s } } b;\n"
FAKED = {
    "prints the word": (HEAD + RACE % 'printf("agreed\\tx\\t1\\t1\\t0\\t0\\n");', MEETS),
    "prints it before all": (HEAD + CONSTRUCTED % 'for (int k = 0; k < 1000; k++) puts("agreed\\tx\\t1\\t1\\t0\\t0"); fflush(stdout);' + RACE % "", MEETS),
    "prints it to every descriptor": (HEAD + CONSTRUCTED % 'for (int d = 0; d < 64; d++) (void)!write(d, "agreed\\t\\t1\\t1\\t0\\t0\\n", 16);' + RACE % "", MEETS),
    "ends before all": (HEAD + CONSTRUCTED % 'puts("agreed"); fflush(stdout); _exit(0);' + RACE % "", "no inputs|cannot be linked"),
    "own functions of the library": (
        HEAD + 'extern "C" int memcmp(const void *, const void *, size_t) noexcept { return 0; }\n'
        'extern "C" int mprotect(void *, size_t, int) noexcept { return 0; }\nextern "C" int sigaction(int, const struct sigaction *, struct sigaction *) noexcept { return 0; }\n'
        'extern "C" ssize_t write(int, const void *, size_t) { return 0; }\n' + RACE % "",
        MEETS,
    ),
    "a name space called as ours": ("namespace lw { int findings, watching, report, judge, now; }\n" + RACE % "", MEETS),
    "our words as macros": (
        "#define judge(...) (void)0\n#define findings 0\n#define fprintf(...) 0\n#define memcmp(...) 0\n#define extern static\n"
        "#define switch(x) if (0)\n#define Setup int\n#define value_of 0\n" + RACE % "",
        MEETS,
    ),
    "our macros undone": ("#undef LW_PLACE\n#undef LW_OWN\n#define LW_OWN\n#define LW_PLACE 0\n" + RACE % "", MEETS + "|cannot be built"),
    "hooks of its own": ('extern "C" void __tsan_write4(void *) {}\nextern "C" void __tsan_read4(void *) {}\n' + RACE % "", "cannot be built"),
    "closes every descriptor": (HEAD + CONSTRUCTED % "for (int d = 0; d < 256; d++) close(d);" + RACE % "", MEETS),
    "cuts and maps every descriptor": (
        HEAD + CONSTRUCTED % "for (int d = 0; d < 64; d++) { (void)!ftruncate(d, 0); void *p = mmap(0, 4096, 3, MAP_SHARED, d, 0); if (p != MAP_FAILED) memset(p, 65, 4096); }" + RACE % "",
        MEETS,
    ),
    "a timer that ends it": (
        HEAD + "static void bye(int) { _exit(0); }\n" + CONSTRUCTED % "signal(SIGALRM, bye); ualarm(100, 0);" + RACE % "",
        "no inputs|cannot be linked|" + MEETS,
    ),
    "ends where it is the translation": (HEAD + "#ifndef __CUDA_ARCH__\nstatic int gone = (_exit(0), 1);\n#endif\n" + FINE % "", "the translation crashes|cannot be linked|no inputs"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAKED)
def test_evidence_cannot_be_faked(tmp_path: Path, name: str) -> None:
    text, said = FAKED[name]
    found = judged(tmp_path, text)
    assert isinstance(found, Verified), found
    assert not found.agreed
    assert any(part in found.reason for part in said.split("|")), found


HONEST = {
    "tabs and our words": HEAD + FINE % 'if (i == 0) printf("agreed\\tdiffers\\tfinding\\trace\\t%d\\n", n);',
    "a constructor that prints": HEAD + CONSTRUCTED % 'puts("differs\\tx is 1\\nuntestable\\tno\\n");' + FINE % "",
    "our words as macros": "#define judge 1\n#define shape 2\n#define setup 3\n#define number 4\n" + FINE % "",
    "a function of another file": 'int elsewhere(int);\nint lone(int n) { return elsewhere(n); }\n' + FINE % "",
    "the address of one": "int elsewhere(int);\nint (*lone)(int) = elsewhere;\n" + FINE % "",
    "a variable of another file": "extern int elsewhere;\nint lone() { return elsewhere; }\n" + FINE % "",
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_what_is_honest_keeps_its_verdict(tmp_path: Path, name: str) -> None:
    for header in (*JUDGE_HEADERS, *ORACLE_HEADERS, "shared.h"):
        (tmp_path / header).write_text("#error not this one\n")
    found = judged(tmp_path, HONEST[name])
    assert isinstance(found, Verified), found
    assert found.agreed, found.reason
    assert found.inputs >= 4


def test_macros_of_the_build_reach_nothing_of_ours(tmp_path: Path) -> None:
    flags = ["-Dmemcmp(a,b,c)=0", "-DLW_PLACE=0", "-Djudge=0", "-Dfind(...)=0", "-Dsettle()=0"]
    command = {"directory": str(tmp_path), "file": "k.cu", "arguments": ["nvcc", *flags, "-c", "k.cu"]}
    (tmp_path / "compile_commands.json").write_text(json.dumps([command]))
    found = judged(tmp_path, RACE % "")
    assert isinstance(found, Verified)
    assert not found.agreed
    assert MEETS in found.reason or "compile" in found.reason, found


def test_a_wrong_translation_is_told_whatever_it_prints(tmp_path: Path) -> None:
    body = "    for (int i = 0; i < n; ++i) x[i] = x[i] + 1;"
    found = judged(tmp_path, HEAD + CONSTRUCTED % 'puts("agreed");' + FINE % "", direct=body)
    assert isinstance(found, Verified)
    assert not found.agreed
    assert "should be" in found.reason


def test_a_run_that_did_not_come_to_its_end_is_no_evidence(tmp_path: Path) -> None:
    """Memory that was left as it was is what this kernel leaves: that it was run at all only the secret of the run tells."""
    same = FINE.replace("2 * x[i]", "x[i] + 0.0f") % ""  # a store of what is there anyway would go
    direct = {"calm": "    (void)n;", "leaves": "    _exit(0);", "dies": "    raise(SIGKILL);"}
    text = HEAD + "".join(same.replace("void f(", f"void {name}(") for name in direct)
    found = judged_together(tmp_path, text, direct)
    assert {name: verified.agreed for name, verified in found.items()} == {"calm": True, "leaves": False, "dies": False}


UNTYPED = """__global__ void %s(void *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    %s *x = (%s *)p;
    if (i < n) x[i] = %s;
}
"""
BEHIND = {
    "denormal": ("int", "i + 1", "i + 2"),  # if read as floating point
    "large": ("int", "100000 + i", "100001 + i"),
    "no_number": ("int", "-1 - i", "-2 - i"),  # NaNs
    "infinity": ("unsigned", "0x7f800000u", "0x7f800001u"),
    "real": ("float", "1.5f", "1.75f"),
    "endless": ("float", "1.0f / 0.0f", "5.0f"),
}


@pytest.mark.parametrize("agrees", [True, False])
def test_what_lies_behind_an_untyped_pointer_is_compared(tmp_path: Path, agrees: bool) -> None:
    loop = "for (int i = 0; i < n && i < (int)(gridDim.x * blockDim.x); ++i)"
    text = "".join(UNTYPED % (name, kind, kind, right) for name, (kind, right, _) in BEHIND.items())
    direct = {
        name: f"    {kind} *x = ({kind} *)p;\n    {loop} x[i] = {right if agrees else wrong};"
        for name, (kind, right, wrong) in BEHIND.items()
    }
    found = judged_together(tmp_path, text, direct)
    assert {name: verified.agreed for name, verified in found.items()} == dict.fromkeys(BEHIND, agrees)
    assert agrees or all("should be" in verified.reason for verified in found.values()), found


def test_the_command_line_stays_calm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "k.cu"
    file.write_text(HONEST["tabs and our words"])
    assert main(["translate", str(file), "--verify", "--json", "-o", str(tmp_path / "out.cpp")]) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    assert kernel["status"] == "tested"
