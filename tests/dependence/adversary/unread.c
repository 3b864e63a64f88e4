//: behind.condition.gnu
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = {{t|s}} ?: 3; return 0; }
//: behind.condition.gnu.sum
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total += 1 + (({{t|s}} + n) ?: n); return 0; }
//: behind.asm.input
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __asm__ volatile("" : "=r"(total) : "0"({{t|s}})); return 0; }
//: behind.asm.memory
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __asm__ volatile("" : "=r"(total) : "0"({{t|s}}) : "memory"); return 0; }
//: behind.asm.inout
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __asm__ volatile("" : "+r"({{t|s}})); total = {{t|s}}; return 0; }
//: behind.statement.expression
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = ({ int z = {{t|s}}; z + 1; }); return 0; }
//: behind.statement.expression.branch
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = ({ int z; if (n > 2) z = {{t|s}}; else z = 0; z; }); return 0; }
//: behind.statement.expression.last.conditional
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = ({ ; {{t|s}} ?: 5; }); return 0; }
//: behind.switch
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch ({{t|s}}) { case 0: total = 1; break; case 1: total = 2; break; default: total = 3; } return 0; }
//: behind.switch.range
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch ({{t|s}}) { case -9 ... 0: total = 1; break; default: total = 3; } return 0; }
//: behind.switch.nested.label
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (n > 0) { case 1: if (0) { case 2: total = 5; } total += {{t|s}}; } return 0; }
//: behind.macro.return
#define BACK(x) return x;
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } BACK({{t|s}}) return 0; }
//: behind.macro.return.bare
#define BACK(x) return x;
#define BACK_T return t;
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } BACK_T return 0; }
//: behind.macro.if
#define IF(c) if (c)
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } IF(n > 2) total = {{t|s}}; return 0; }
//: behind.macro.statement
#define SET(x, v) x = v;
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } SET(total, {{t|s}}) return 0; }
//: behind.macro.name
#define NAME(x) x
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = NAME({{t|s}}); return 0; }
//: behind.macro.paste
#define PASTE(x, y) PASTE_(x, y)
#define PASTE_(x, y) (x##y, y)
int f(int n) { int t = 0, s = 0; int T_t = 3, T_s = 3; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = PASTE(T_, {{t|s}}); return 0; }
//: behind.macro.hidden
#define HIDDEN t
#define HIDDEN_S s
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int T_t = 3; total = HIDDEN{{|_S}} + T_t; return 0; }
//: behind.compound.literal
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = *(int[]){ {{t|s}} }; return 0; }
//: behind.compound.literal.struct
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct P { int k, j; }; total = ((struct P){ .j = {{t|s}} }).j; return 0; }
//: behind.designated
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int w[4] = { [2] = {{t|s}} }; total = w[2]; return 0; }
//: behind.designated.range
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int w[4] = { [1 ... 2] = {{t|s}} }; total = w[2]; return 0; }
//: behind.array.size
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int w[{{t|s}} + 9]; total = sizeof w; return 0; }
//: behind.sizeof.array
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = sizeof(int[{{t|s}} + 9]); return 0; }
//: behind.sizeof.typeof
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __typeof__(int[{{t|s}} + 9]) *q = 0; total = sizeof *q; return 0; }
//: behind.generic
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = _Generic(n, int: {{t|s}}, default: 0); return 0; }
//: behind.choose
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = __builtin_choose_expr(1, {{t|s}}, 0); return 0; }
//: behind.expect
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = __builtin_expect({{t|s}}, 3); return 0; }
//: behind.comma
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = (n++, {{t|s}}); return 0; }
//: behind.goto.computed
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } void *to[] = {&&one, &&two}; goto *to[{{t|s}} & 1]; one: total = 1; return 1; two: total = 2; return 0; }
//: behind.while
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } while ({{t|s}} > total) total++; return 0; }
//: behind.do
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } do total++; while ({{t|s}} > total); return 0; }
//: behind.for.condition
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = 0; k < {{t|s}} + 5; k++) total += 2; return 0; }
//: behind.for.condition.odd
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = 0; ({{t|s}} ?: 2) > k; k++) total += 2; return 0; }
//: behind.for.initial
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = {{t|s}}; k < 9; k++) total += 2; return 0; }
//: behind.for.step
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = 0; k < 90; k += {{t|s}} * {{t|s}} + 1) total += 2; return 0; }
//: behind.nested.function
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int in(int z) { return z + {{t|s}}; } total = in(1); return 0; }
//: behind.cleanup
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct H { int v; } __attribute__((aligned(8))) h = { {{t|s}} }; total = h.v; return 0; }
//: behind.attribute.declared
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int z __attribute__((unused)) = {{t|s}}; total = z; return 0; }
//: behind.parenthesised
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int (z) = {{t|s}}; total = z; return 0; }
//: behind.parenthesised.pointer
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int *(q) = &{{t|s}}; total = *q; return 0; }
//: behind.parenthesised.array
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int (w)[2] = { {{t|s}} }; total = w[0]; return 0; }
//: behind.function.pointer
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int (*g)(int) = abs; total = g({{t|s}}); return 0; }
//: behind.function.pointer.table
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int (*g[])(int) = {abs, abs}; total = g[n & 1]({{t|s}}); return 0; }
//: behind.real
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = __real__ ({{t|s}} + 0.0); return 0; }
//: behind.alignas
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } _Alignas(16) int z = {{t|s}}; total = z; return 0; }
//: behind.static.assert
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } _Static_assert(sizeof t == 4, ""); total = {{t|s}}; return 0; }
//: behind.if.define
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } 
#if 1
total = {{t|s}};
#else
total = 0;
#endif
 return 0; }
//: behind.label
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (n < 0) goto end; end: total = {{t|s}}; return 0; }
//: behind.auto.type
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __auto_type z = {{t|s}}; total = z; return 0; }
//: behind.typeof
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __typeof__(t) z = {{t|s}}; total = z; return 0; }
//: behind.va
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } char w[40]; snprintf(w, 40, "%d", {{t|s}}); total = atoi(w); return 0; }
//: behind.assert
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } assert({{t|s}} < 100 && (total = {{t|s}}, 1)); return 0; }
//: behind.not.c.order
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = n, total += {{t|s}}; return 0; }
//: behind.vector
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } typedef int V __attribute__((vector_size(16))); V v = { {{t|s}}, 1, 2, 3 }; total = v[0]; return 0; }
//: behind.bool.cast
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = !!{{t|s}} + (_Bool){{t|s}}; return 0; }
//: behind.enum
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } enum { E = 4 }; total = E + {{t|s}}; return 0; }
//: behind.union
int f(int n) { int t = 0, s = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } union U { int i; float f; } v = { {{t|s}} }; total = v.i; return 0; }
//: behind.memory.statement.expression
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = ({ int z = {{w|v}}[1]; z; }); return 0; }
//: behind.memory.condition.gnu
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = {{w|v}}[1] ?: 3; return 0; }
//: behind.memory.asm.memory
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } __asm__ volatile("" : "=r"(total) : "0"({{w|v}}[1])); return 0; }
//: behind.memory.asm.pointer
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q; __asm__ volatile("" : "=r"(q) : "0"({{w|v}})); total = q[1]; return 0; }
//: behind.memory.compound.literal
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = (*(int *[]){ {{w|v}} })[1]; return 0; }
//: behind.memory.cast.integer
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } total = *(int *)((uintptr_t){{w|v}} + 4); return 0; }
//: behind.memory.choose
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q = __builtin_choose_expr(1, {{w|v}}, 0); total = q[1]; return 0; }
//: behind.memory.generic
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q = _Generic(n, int: {{w|v}}, default: 0); total = q[1]; return 0; }
//: behind.memory.conditional
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q = n > 2 ? {{w|v}} : a; total = q[1]; return 0; }
//: behind.memory.conditional.gnu
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q = {{w|v}} ?: a; total = q[1]; return 0; }
//: behind.memory.comma
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q = (n++, {{w|v}}); total = q[1]; return 0; }
//: behind.memory.parenthesised
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *(q) = {{w|v}}; total = q[1]; return 0; }
//: behind.memory.row
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int (*q)[4] = &{{w|v}}; total = (*q)[1]; return 0; }
//: behind.memory.struct
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } struct S { int *p; } z = { {{w|v}} }; total = z.p[1]; return 0; }
//: behind.memory.struct.designated
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } struct S { int k, *p; } z = { .p = {{w|v}} }; total = z.p[1]; return 0; }
//: behind.memory.struct.copy
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } struct S { int k[4]; } z; memcpy(&z, {{w|v}}, sizeof z); total = z.k[1]; return 0; }
//: behind.memory.statement.pointer
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int *q = ({ {{w|v}}; }); total = q[1]; return 0; }
//: behind.memory.nested.function
int f(int n) { int w[4] = {0}, v[4] = {0}; @for (int i = 0; i < n; i++) { w[1] = b[i]; a[i] = w[1] + 1; } int in(int z) { return z + {{w|v}}[1]; } total = in(1); return 0; }
//: before.asm
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q; __asm__("" : "=r"(q) : "0"({{w|v}})); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.condition.gnu
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = {{w|v}} ?: a; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.statement.expression
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = ({ int *z = {{w|v}}; z; }); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.generic
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = _Generic(n, int: {{w|v}}, default: 0); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.choose
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = __builtin_choose_expr(1, {{w|v}}, 0); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.compound.literal
int f(int n) { int w[40] = {0}, v[40] = {0}; int **q = (int *[]){ {{w|v}} }; @for (int i = 1; i < n; i++) { w[i] = b[i] + (*q)[i - 1]; a[i] = w[i]; } return 0; }
//: before.compound.struct
int f(int n) { int w[40] = {0}, v[40] = {0}; struct S { int *p; }; struct S *q = &(struct S){ {{w|v}} }; @for (int i = 1; i < n; i++) { w[i] = b[i] + q->p[i - 1]; a[i] = w[i]; } return 0; }
//: before.nested.function
int f(int n) { int w[40] = {0}, v[40] = {0}; int in(int k) { return {{w|v}}[k]; } @for (int i = 1; i < n; i++) { w[i] = b[i] + in(i - 1); a[i] = w[i]; } return 0; }
//: before.integer
int f(int n) { int w[40] = {0}, v[40] = {0}; uintptr_t k = (uintptr_t){{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + ((int *)k)[i - 1]; a[i] = w[i]; } return 0; }
//: before.parenthesised
int f(int n) { int w[40] = {0}, v[40] = {0}; int *(q) = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.row
int f(int n) { int w[40] = {0}, v[40] = {0}; int (*q)[40] = &{{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + (*q)[i - 1]; a[i] = w[i]; } return 0; }
//: before.typeof
int f(int n) { int w[40] = {0}, v[40] = {0}; __typeof__(&w[0]) q = {{w|v}}; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.auto.type
int f(int n) { int w[40] = {0}, v[40] = {0}; __auto_type q = &{{w|v}}[0]; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.copied
int f(int n) { int w[40] = {0}, v[40] = {0}; struct S { int *p; } z = { {{w|v}} }, o; o = z; @for (int i = 1; i < n; i++) { w[i] = b[i] + o.p[i - 1]; a[i] = w[i]; } return 0; }
//: before.memcpy
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q, *o = {{w|v}}; memcpy(&q, &o, sizeof q); @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.va
static int same(const void *p, const void *q) { return *(int *)p - *(int *)q; }
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q; sscanf("0", "%*d"); q = bsearch(&{{w|v}}[0], {{w|v}}, 1, sizeof(int), same); @for (int i = 1; i < n; i++) { w[i] = b[i] + (q ? q : {{w|v}})[i - 1]; a[i] = w[i]; } return 0; }
//: before.switch
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = a; switch (n > 0) { case 1: q = {{w|v}}; } @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: before.goto
int f(int n) { int w[40] = {0}, v[40] = {0}; int *q = a; if (n > 90) goto on; q = {{w|v}}; on:; @for (int i = 1; i < n; i++) { w[i] = b[i] + q[i - 1]; a[i] = w[i]; } return 0; }
//: killed.break
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } do { if (n < {{90|0}}) break; t = 0; } while (0); last = t; return 0; }
//: killed.break.for
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (;;) { if (n < {{90|0}}) break; t = 0; break; } last = t; return 0; }
//: killed.case
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (n) { case 100: t = 0; } last = t; return 0; }
//: killed.case.behind
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (n) { default: break; t = 0; } last = t; return 0; }
//: killed.case.braces
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (n) { { case 100: t = 0; } default:; } last = t; return 0; }
//: killed.case.through
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (n) { case 100: t = 0; default: total = t; } t = total; last = t; return 0; }
//: killed.or
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } n < {{90|0}} || (t = 0); last = t; return 0; }
//: killed.choice
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } n < {{90|0}} ? 0 : (t = 0); last = t; return 0; }
//: killed.choice.gnu
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } (n < {{90|0}}) ?: (t = 0); last = t; return 0; }
//: killed.goto.statement
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } ({ if (n < {{90|0}}) goto on; t = 0; on: 0; }); last = t; return 0; }
//: killed.goto
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (n < {{90|0}}) goto on; t = 0; on:; last = t; return 0; }
//: killed.goto.inside
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (n < {{90|0}}) goto on; { t = 0; on:; } last = t; return 0; }
//: killed.goto.loop
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (n < {{90|0}}) goto on; for (int k = 0; k < 1; k++) { t = 0; on:; break; } last = t; return 0; }
//: killed.goto.else
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } if (n < {{90|0}}) goto on; if (n) { t = 0; } else { on: n++; } last = t; return 0; }
//: killed.goto.computed
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } void *to[] = {&&one, &&two}; goto *to[n < {{90|0}}]; one: t = 0; two:; last = t; return 0; }
//: killed.for
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = {{90|0}}; k < n; k++) t = 0; last = t; return 0; }
//: killed.while
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } while (n > {{90|0}}) { t = 0; break; } last = t; return 0; }
//: killed.sizeof
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = sizeof(t = 0); last = t; return 0; }
//: killed.generic
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = _Generic(n, int: 0, default: t = 0); last = t; return 0; }
//: killed.choose
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = __builtin_choose_expr(1, 0, t = 0); last = t; return 0; }
//: killed.constant
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = __builtin_constant_p(t = 0); last = t; return 0; }
//: killed.typeof
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __typeof__(t = 0) q = 1; total = q; last = t; return 0; }
//: killed.shadow.block
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { int t; t = 0; } last = t; return 0; }
//: killed.shadow.for
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int t = 0; t < 1; t++) total++; last = t; return 0; }
//: killed.shadow.statement
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = ({ int t; t = 0; t; }); last = t; return 0; }
//: killed.shadow.enum
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { enum { t }; total = t; } last = t; return 0; }
//: killed.shadow.typedef
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { typedef int t; t q = 0; total = q; } last = t; return 0; }
//: killed.shadow.nested
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } int in(int t) { t = 0; return t; } total = in(1); last = t; return 0; }
//: killed.shadow.static
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { static int t; t = 0; } last = t; return 0; }
//: killed.shadow.extern
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } { extern int total; int t = 0; t = total; } last = t; return 0; }
//: killed.shadow.case
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } switch (n) { default: ; int t; t = 0; } last = t; return 0; }
//: killed.shadow.struct
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } struct L { int t; } l; l.t = 0; total = l.t; last = t; return 0; }
//: killed.asm
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } __asm__ volatile("" : "=r"(t) : "0"(t)); last = t; return 0; }
//: killed.static.once
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } static int k; if (k++ == 9) t = 0; last = t; return 0; }
//: killed.function
#define KILL(c) do { if (c) break; t = 0; } while (0)
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } KILL(n < {{90|0}}); last = t; return 0; }
//: killed.continue
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } for (int k = 0; k < 2; k++) { if (n < {{90|0}}) continue; t = 0; } last = t; return 0; }
//: killed.return.statement
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = ({ if (n < 90) return t; t = 0; 0; }); last = t; return 0; }
//: killed.comma.or
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = (n < {{90|0}} || (t = 0, 1)); last = t; return 0; }
//: killed.logical.value
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; } total = n > {{90|0}} && !(t = 0); last = t; return 0; }
