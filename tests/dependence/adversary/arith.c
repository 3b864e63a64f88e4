//: index.modulo
int f(int n) { @for (int i = 0; i < n; i++) { a[i % {{3|4|5}}] = i; } return 0; }
//: index.modulo.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i % {{3|4|5}}]; } return 0; }
//: index.circular
int f(int n) { @for (int i = 0; i < n; i++) { a[(i + 1) % {{8|6}}] = a[i % {{8|6}}] + 1; } return 0; }
//: index.and
int f(int n) { @for (int i = 0; i < n; i++) { a[i & {{3|7}}] = i; } return 0; }
//: index.shift
int f(int n) { @for (int i = 0; i < n; i++) { a[i >> {{1|2}}] = i; } return 0; }
//: index.shift.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i << {{1|2}}] = i; } return 0; }
//: index.divide
int f(int n) { @for (int i = 0; i < n; i++) { a[i / {{2|3|4}}] = i; } return 0; }
//: index.square
int f(int n) { @for (int i = 0; i < 15; i++) { a[(i - 7) * (i - 7)] = i{{| + 1}}; } return 0; }
//: index.xor
int f(int n) { @for (int i = 0; i < 16; i++) { a[i ^ 1] = a[i] + {{1|2}}; } return 0; }
//: index.abs
int f(int n) { @for (int i = 0; i < n; i++) { a[abs(i - 5)] = i{{| + 1}}; } return 0; }
//: wrap.char
int f(int n) { @for (int i = 0; i < 300; i++) { unsigned char k = (unsigned char)i; a[k] = {{i|2 * i}}; } return 0; }
//: wrap.char.variable
int f(int n) { @for (int i = 0; i < 300; i++) { u8[i] = (unsigned char){{i|(2 * i)}}; a[u8[i]] = i; } return 0; }
//: wrap.unsigned
int f(int n) { unsigned k = 0u - 3u; @for (unsigned i = 0; i < 8; i++) { a[(unsigned char)(i * 64u + k)] = (int)i {{|+ 1}}; } return 0; }
//: wrap.short
int f(int n) { @for (int i = 0; i < 12; i++) { short s = (short)(i * 16384); a[s / 16384 + 8] = {{i|i + 1}}; } return 0; }
//: wrap.multiply
int f(int n) { @for (unsigned i = 0; i < 8; i++) { unsigned k = i * 0x40000000u; a[k >> 30] = (int)i {{|+ 2}}; } return 0; }
//: overflow.int.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[2 * i + {{0|1|2}}] = b[i]; } return 0; }
//: stride.twin
int f(int n) { @for (int i = 0; i < n; i += {{2|3|4}}) { a[i] = b[i]; a[i + 1] = c[i]; } return 0; }
//: stride.overlap
int f(int n) { @for (int i = 0; i < n; i += {{2|3|4}}) { a[i] = b[i]; a[i + {{2|3|4}}] = c[i]; } return 0; }
//: stride.down
int f(int n) { @for (int i = n - 1; i >= 1; i--) { a[i] = a[i - 1] + {{1|2}}; } return 0; }
//: stride.down.twin
int f(int n) { @for (int i = n - 1; i >= 1; i--) { a[i] = b[i - 1] + {{1|2}}; } return 0; }
//: stride.reversed
int f(int n) { @for (int i = 0; i < n; i++) { a[n - i] = a[i] + {{1|2}}; } return 0; }
//: stride.reversed.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[n - i] = b[i] + {{1|2}}; } return 0; }
//: stencil.inplace
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[{{i - 1|i + 1|i - 1}}] + a[{{i + 1|i|i}}]; } return 0; }
//: stencil.inplace.far
int f(int n) { @for (int i = 0; i < n; i++) { a[i + {{3|5|6}}] = a[i] + 1; } return 0; }
//: stencil.apart.twin
int f(int n) { @for (int i = 0; i < 50; i++) { a[i + {{50|60|100}}] = a[i] + 1; } return 0; }
//: stencil.copy.twin
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = b[i - 1] + b[i + 1] {{+ b[i]|- b[i]|}}; } return 0; }
//: stencil.2d
int f(int n) { @for (int i = 1; i < 19; i++) { for (int j = 1; j < 19; j++) m[i][j] = m[{{i - 1|i + 1|i - 1}}][{{j|j|j + 1}}] + 1; } return 0; }
//: stencil.2d.twin
int f(int n) { @for (int i = 1; i < 19; i++) { for (int j = 1; j < 19; j++) m[i][j] = m[i][{{j - 1|j|0}}] + 1; } return 0; }
//: matrix.product
int f(int n) { @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) { m[i][j] = 0; for (int k = 0; k < 20; k++) m[i][j] += a[i * 20 + k] * b[k * 20 + j] {{|+ 1}}; } } return 0; }
//: matrix.product.inplace
int f(int n) { @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) { int s = 0; for (int k = 0; k < 20; k++) s += m[i][k] * m[k][j] {{|+ 1}}; m[i][j] = s & 255; } } return 0; }
//: matrix.product.assigned
int f(int n) { @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) m[{{0|1}}][j] = m[{{0|1}}][j] * 2 + m[i][j]; } return 0; }
//: reduction.sum.twin
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += a[i] {{* b[i]|+ 1|- b[i]}}; } return s; }
//: reduction.product.twin
int f(int n) { unsigned s = 1; @for (int i = 0; i < n; i++) { s *= (unsigned)b[i] | 1u; } return (int)s{{| & 255}}; }
//: reduction.xor.twin
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s {{^=|&=|\|=}} a[i]; } return s; }
//: reduction.max.twin
int f(int n) { int s = a[0]; @for (int i = 0; i < n; i++) { {{if (a[i] > s) s = a[i];|s = a[i] > s ? a[i] : s;|if (s < a[i]) s = a[i];}} } return s; }
//: reduction.minus
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = a[i] - s{{| + 1| - 1}}; } return s; }
//: reduction.divide
int f(int n) { int s = 30000; @for (int i = 0; i < 6; i++) { s {{/= 2 + i % 3; s += i|= s / 3 + i|= (s + i) / 2}}; } return s; }
//: reduction.mixed
int f(int n) { unsigned s = 1; @for (int i = 0; i < n; i++) { s += (unsigned)i; s {{*= 3|^= 5|*= 2}}; } return (int)s; }
//: reduction.mixed.branch
int f(int n) { unsigned s = 1; @for (int i = 0; i < n; i++) { if (b[i] > 0) s += (unsigned)i; else s {{*= 3|^= 5|*= 2}}; } return (int)s; }
//: reduction.shift
int f(int n) { unsigned s = 0; @for (int i = 0; i < n; i++) { s = (s << {{1|2}}) + (unsigned)(b[i] & 1); } return (int)s; }
//: reduction.horner
int f(int n) { unsigned s = 0; @for (int i = 0; i < n; i++) { s = s * {{2u|3u|31u}} + (unsigned)b[i]; } return (int)s; }
//: reduction.read
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += b[i]; {{a[i] = s;|if (s > 3) a[i] = 1;|a[s & 63] = i;}} } return s; }
//: reduction.prefix
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { a[i] = s{{| + 1}}; s += b[i]; } return 0; }
//: reduction.prefix.array
int f(int n) { a[0] = 0; @for (int i = 0; i < n; i++) { a[i + 1] = a[i] + b[i]{{| + 1}}; } return 0; }
//: reduction.argmax
int f(int n) { int s = a[0], k = 0; @for (int i = 1; i < n; i++) { if (a[i] > s) { s = a[i]; k = i; } } return k{{| + s}}; }
//: reduction.argmin.index
int f(int n) { int k = 0; @for (int i = 1; i < n; i++) { if (a[i] {{<|<=|>}} a[k]) k = i; } return k; }
//: reduction.max.wrong
int f(int n) { int s = a[0]; @for (int i = 0; i < n; i++) { {{if (a[i] > s) s = b[i];|s = a[i] > s ? b[i] : s;|if (s < a[i] + 1) s = a[i];}} } return s; }
//: reduction.count.twin
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (a[i] > {{0|1|2}}) s++; } return s; }
//: reduction.conditional.twin
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += a[i] > {{0|1}} ? b[i] : 0; } return s; }
//: reduction.saturating
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += b[i]; if (s > {{3|5}}) s = {{3|5}}; } return s; }
//: reduction.until
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (s < {{4|6}}) s += abs(b[i]); } return s; }
//: reduction.pack
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1|-1}}) a[k++] = i; } return k; }
//: reduction.counter.index
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[k] = b[i]; k += {{1|2|3}}; } return 0; }
//: reduction.member
struct S { int s, t; }; int f(int n) { struct S s = {0, 0}; @for (int i = 0; i < n; i++) { s.s = s.t; s.t = b[i] + {{i|1}}; a[i] = s.s; } return 0; }
//: reduction.fibonacci
int f(int n) { unsigned p = 1, q = 1; @for (int i = 0; i < n; i++) { unsigned t = p + q; p = q; q = t; a[i] = (int)(p{{|& 7}}); } return 0; }
//: reduction.lastvalue
int f(int n) { int old = 0; @for (int i = 0; i < n; i++) { a[i] = b[i] {{-|+}} old; old = b[i]; } return 0; }
//: reduction.toggle
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { a[i] = t ? b[i] : {{-b[i]|c[i]}}; t = !t; } return 0; }
//: reduction.random
int f(int n) { unsigned s = {{1u|7u}}; @for (int i = 0; i < n; i++) { s = s * 1103515245u + 12345u; a[i] = (int)(s >> 16) & 7; } return 0; }
//: gather.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[ix[i]{{| + 1| * 2}}]; } return 0; }
//: scatter
int f(int n) { @for (int i = 0; i < n; i++) { a[ix[i]{{| + 1| * 2}}] = i; } return 0; }
//: scatter.permutation
int f(int n) { @for (int i = 0; i < n; i++) { a[px[i]{{| + 1| * 2}}] = i; } return 0; }
//: histogram
int f(int n) { @for (int i = 0; i < n; i++) { a[ix[i]]{{++| += b[i]| -= 1}}; } return 0; }
//: histogram.notsum
int f(int n) { @for (int i = 0; i < n; i++) { a[ix[i]] = a[ix[i]] {{* 2 + 1|/ 2 + 1|- a[i]}}; } return 0; }
//: indirect.inplace
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = a[px[i]] + {{1|2}}; } return 0; }
//: chase
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = k; k = ix[k]{{| % 7}}; } return 0; }
//: buffers.alternating
int f(int n) { int *p = a, *q = b; @for (int i = 0; i < n; i++) { q[i] = p[i] + {{1|2}}; int *t = p; p = q; q = t; } return 0; }
//: buffers.parity
int f(int n) { int w[2][40] = {{0}}; @for (int i = 0; i < n; i++) { for (int k = 0; k < 40; k++) w[i % 2][k] = w[(i + 1) % 2][k] + {{i|k + i}}; } for (int k = 0; k < 40; k++) a[k] = w[0][k]; return 0; }
//: list
struct L { int v; struct L *next; } ls[400]; int f(int n) { for (int i = 0; i < 399; i++) { ls[i].next = &ls[i + 1]; ls[i].v = i; } struct L *p = ls; @for (int i = 0; i < n; i++) { p->v = {{i|b[i]}}; p = p->next; } for (int i = 0; i < 99; i++) a[i] = ls[i].v; return 0; }
//: list.neighbour
struct L { int v; struct L *next; } ls[400]; int f(int n) { for (int i = 0; i < 399; i++) { ls[i].next = &ls[i + 1]; ls[i].v = i; } @for (int i = 0; i < n; i++) { ls[i].next->v = ls[i].v + {{1|2}}; } for (int i = 0; i < 99; i++) a[i] = ls[i].v; return 0; }
