"""Inline PTX: what each instruction is in C++, and what stays refused, with its reason."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.ptx import with_plain_ptx
from loopwright.source.syntax import parse

SAID = {
    "a register of 64 bits": (
        '"mov.u64 %0, %%clock64;" : "=l"(w)',
        "w = (unsigned long long)(((unsigned long long)clock64()));",
    ),
    "a number": ('"mov.u32 %0, 0x10;" : "=r"(n)', "n = 0x10u;"),
    "signed numbers wrap": ('"add.s32 %0, %1, %2;" : "=r"(n) : "r"(a), "r"(1)', "n = (int)((unsigned)(a) + 1u);"),
    "an operand that is a result, too": (
        '"xor.b32 %0, %0, %1;" : "+r"(n) : "r"(a)',
        "n = (unsigned)(n) ^ (unsigned)(a);",
    ),
    "the smaller of two numbers": (
        '"vmin.u32.u32.u32 %0, %1, 4;" : "=r"(n) : "r"(a)',
        "n = min((unsigned)(a), 4u);",
    ),
    "and the larger of it and a third": (
        '"vmin.s32.s32.s32.max %0, %1, %2, %3;" : "=r"(n) : "r"(a), "r"(n), "r"(7)',
        "n = max(min((int)(a), (int)(n)), 7);",
    ),
    "a sum wraps": (
        '"vmax.s32.s32.s32.add %0, %1, %2, %3;" : "=r"(n) : "r"(a), "r"(n), "r"(a)',
        "n = (int)((unsigned)max((int)(a), (int)(n)) + (unsigned)(int)(a));",
    ),
    "names of operands": ('"min.s32 %[r], %[x], 4;" : [r] "=r"(n) : [x] "r"(a)', "n = min((int)(a), 4);"),
    "bits of a floating number": ('"and.b32 %0, %1, 7;" : "=r"(n) : "f"(f)', "n = __float_as_uint(f) & 7u;"),
    "a floating number of bits": ('"mov.f32 %0, 0f3F800000;" : "=f"(f)', "f = __uint_as_float(0x3F800000u);"),
    "a load": ('"ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(f) : "l"(p)', "f = *(const float *)(p);"),
    "a byte into a wider register": (
        '"ld.global.u8 %0, [%1+3];" : "=r"(n) : "l"(p)',
        "n = *(const unsigned char *)((char *)(p) + 3);",
    ),
    "an update": ('"atom.global.add.u32 %0, [%1], 1;" : "=r"(n) : "l"(p)', "n = atomicAdd((unsigned *)(p), 1u);"),
    "a fence": ('"fence.acq_rel.gpu;" ::: "memory"', "__threadfence();"),
    "a wish": ('"prefetch.global.L2 [%0];" :: "l"(p)', ";"),
    "nothing": ('"" ::: "memory"', ";"),
    "a shuffle": (
        '"shfl.sync.down.b32 %0, %1, 2, 31, -1;" : "=r"(n) : "r"(a)',
        "n = __shfl_down_sync((unsigned)-1, (unsigned)(a), 2u);",
    ),
}


def of_kernel(statement: str) -> str:
    return f"__global__ void k(float *p) {{ int a = 1, n; float f; double d; unsigned long long w; asm volatile({statement}); }}\n"


@pytest.mark.parametrize(("statement", "said"), SAID.values(), ids=SAID)
def test_an_instruction_is_said_in_c(statement: str, said: str) -> None:
    assert said in with_plain_ptx(parse(of_kernel(statement), "k.cu", "cuda")).text


SEVERAL = {
    "an operand is worked out once": (
        '"add.u32 %0, %1, %1; add.u32 %0, %0, %1;" : "=r"(n) : "r"(a++)',
        "{ const auto ptx_1 = a++; unsigned ptx_0; ptx_0 = (unsigned)(ptx_1) + (unsigned)(ptx_1); ptx_0 = (unsigned)(ptx_0) + (unsigned)(ptx_1); n = ptx_0; }",
    ),
    "memory is read before it is written": (
        '"st.global.f32 [%0], %1; st.global.f32 [%0+4], %2;" :: "l"(p), "f"(f), "f"(p[0])',
        "{ const auto ptx_2 = p[0]; *(float *)(p) = (f); *(float *)((char *)(p) + 4) = (ptx_2); }",
    ),
}


@pytest.mark.parametrize(("statement", "said"), SEVERAL.values(), ids=SEVERAL)
def test_several_instructions_are_a_block(statement: str, said: str) -> None:
    assert said in with_plain_ptx(parse(of_kernel(statement), "k.cu", "cuda")).text


REFUSED = {
    '"mov.u32 %0, 1; mov.u32 %1, 2;" : "=r"(n), "=r"(((int *)p)[n])': "places of results that depend on each other",
    '"exit;"': "exit",
    '"addc.u32 %0, %1, %1;" : "=r"(n) : "r"(a)': "a carry from another function",
    '"{ .reg .pred p; setp.eq.u32 p, %1, 0; @p add.cc.u32 %0, %1, %1; addc.u32 %0, 0, 0; }" : "=r"(n) : "r"(a)': "a carry from another function",
    '"sub.cc.u32 %0, %1, 1; addc.u32 %0, %0, 0;" : "=r"(n) : "r"(a)': "a carry of a difference in a sum",
    '"sub.cc.u32 %0, %1, 1; subc.u32 %0, %0, 0; addc.u32 %0, %0, 0;" : "=r"(n) : "r"(a)': "a carry of a difference in a sum",
    '"add.cc.u32 %0, %1, 1;" : "=r"(n) : "r"(a)); asm volatile("subc.u32 %0, %1, 0;" : "=r"(n) : "r"(a)': "a carry from another function",
    '"addc.cc.u16 %0, %1, %1;" : "=h"(n) : "h"(a)': "addc.cc.u16",
    '"mad.hi.cc.s32 %0, %1, %1, %1;" : "=r"(n) : "r"(a)': "mad.hi.cc.s32",
    '"add.ftz.f32 %0, %1, %1;" : "=f"(f) : "f"(f)': "add.ftz.f32",
    '"mov.u32 %0, %%gridid;" : "=r"(n)': "the operand %%gridid",
    '"mov.u32 %0, %1;" : "=r"(n) : "l"(w)': "u32 of a register l",
    '"mov.u32 %0, %1;" : "=f"(f) : "r"(a)': None,
    '"ld.shared.f32 %0, [%1];" : "=f"(f) : "r"(a)': "ld.shared.f32",
    '"ld.volatile.global.f32 %0, [%1];" : "=f"(f) : "l"(p)': "ld.volatile.global.f32",
    '"ld.acquire.gpu.u32 %0, [%1];" : "=r"(n) : "l"(p)': "ld.acquire.gpu.u32",
    '"bar.sync 1, 64;"': "bar.sync",
    '"vmin.s32.u32.u32 %0, %1, %1;" : "=r"(n) : "r"(a)': "vmin.s32.u32.u32",
    '"vmin.s32.s32.s32.sat %0, %1, %1;" : "=r"(n) : "r"(a)': "vmin.s32.s32.s32.sat",
    '"vmin.s32.s32.s32.sat.max %0, %1, %1, %1;" : "=r"(n) : "r"(a)': "vmin.s32.s32.s32.sat.max",
    '"vmax.s32.s32.s32 %0.b0, %1, %1, %1;" : "=r"(n) : "r"(a)': "vmax.s32.s32.s32",
    '"vmin.s32.s32.s32.max %0, %1, %1;" : "=r"(n) : "r"(a)': "vmin.s32.s32.s32.max",
    '"shfl.sync.down.b32 %0, %1, 2, 0x181f, -1;" : "=r"(n) : "r"(a)': "shfl.sync.down.b32 of segments",
    '"{ .reg .pred p; setp.ne.f32 p, %1, %1; selp.u32 %0, 1, 0, p; }" : "=r"(n) : "f"(f)': "setp.ne.f32",
    '"L: bra L;"': "the label L:",
    '"mov.u32 %0, %2;" : "=r"(n) : "r"(a)': "the operand %2",
    '"mov.b32 %0, %1;" : "=q"(n) : "r"(a)': "an operand =q",
}


@pytest.mark.parametrize("statement", REFUSED, ids=REFUSED)
def test_what_is_not_known_of_an_instruction_is_told(statement: str) -> None:
    (kernel,) = translate_file(parse(of_kernel(statement), "k.cu", "cuda")).kernels
    part = REFUSED[statement]
    assert (kernel.text is None) == (part is not None)
    assert kernel.reason == ("" if part is None else f"inline PTX is not translated: {part}")


def test_assembly_of_the_host_stays() -> None:
    text = 'inline unsigned now() { unsigned low; asm volatile("mov %0, 1;" : "=r"(low)); return low; }\n'
    assert with_plain_ptx(parse(text, "k.cu", "cuda")).text == text
    assert "asm volatile" in translate_file(parse(text, "k.cu", "cuda")).text


def test_every_line_keeps_its_number() -> None:
    text = '__global__ void k(int *a) {\n  asm volatile("mov.u32 %0, 1;\\n\\t"\n"add.u32 %0, %0, 2;"\n : "=r"(a[0]));\n  a[1] = 2;\n}\n'
    read = with_plain_ptx(parse(text, "k.cu", "cuda")).text
    assert [n for n, line in enumerate(read.split("\n")) if "a[1] = 2" in line] == [4]
