//: stencil.sweeps
int f(int n) { double u[32], v[32]; for (int i = 0; i < n; i++) u[i] = v[i] = x[i]; for (int t = 0; t < 3; t++) { @for (int i = 1; i < n - 1; i++) { {{v[i] = u[i] + 0.5 * (u[i - 1] - 2 * u[i] + u[i + 1]);|u[i] = u[i] + 0.5 * (u[i - 1] - 2 * u[i] + u[i + 1]);}} } for (int i = 1; i < n - 1; i++) { double s = u[i]; u[i] = v[i]; v[i] = s; } } for (int i = 0; i < n; i++) x[i] = u[i]; return 0; }
//: stencil.plane
#define NX 18
#define NY 18
#define AT(i, j) ((i) * NY + (j))
static double u[NX * NY], w[NX * NY];
int f(int n) { for (int k = 0; k < NX * NY; k++) { u[k] = x[k]; w[k] = 0; } @for (int i = 1; i < NX - 1; i++) { for (int j = 1; j < NY - 1; j++) { {{w[AT(i, j)]|u[AT(i, j)]}} = 0.25 * (u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)]); } } for (int k = 0; k < NX * NY; k++) x[k] = u[k] + w[k]; return 0; }
//: stencil.rows.of.pointers
static double u[20][20], w[20][20];
static void step(double (*to)[20], double (*from)[20], int n) { @for (int i = 1; i < n - 1; i++) { for (int j = 1; j < 19; j++) to[i][j] = from[i - 1][j] + from[i + 1][j]; } }
int f(int n) { for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) { u[i][j] = m[i][j]; w[i][j] = 0; } step({{w|u}}, u, n < 20 ? n : 20); for (int i = 0; i < 20; i++) x[i] = w[i][3] + u[i][4]; return 0; }
//: red.black
static double u[400];
int f(int n) { for (int i = 0; i < 400; i++) u[i] = x[i]; for (int colour = 0; colour < 2; colour++) { @for (int i = 1 + colour; i < n - 1; i += {{2|1}}) { u[i] = 0.5 * (u[i - 1] + u[i + 1]); } } for (int i = 0; i < n; i++) x[i] = u[i]; return 0; }
//: sparse.rows
static int row[32], col[400]; static double val[400];
int f(int n) { int k = 0; for (int i = 0; i < n; i++) { row[i] = k; for (int j = 0; j < 3; j++) { col[k] = (i * 5 + j) % n; val[k++] = b[k % 50]; } } row[n] = k; @for (int i = 0; i < n; i++) { double s = 0; for (int e = row[i]; e < row[i + 1]; e++) s += val[e] * {{y[col[e]]|x[col[e]]}}; x[i] = s; } return 0; }
//: sparse.columns
static int start[32], rows[400]; static double val[400];
int f(int n) { int k = 0; for (int j = 0; j < n; j++) { start[j] = k; for (int q = 0; q < 3; q++) { rows[k] = (j + q) % n; val[k++] = y[j] + q; } } start[n] = k; for (int i = 0; i < n; i++) x[i] = 0; @for (int j = 0; j < n; j++) { for (int e = start[j]; e < start[j + 1]; e++) { {{x[j] += val[e];|x[rows[e]] = val[e] * y[j];}} } } return 0; }
//: triangle.solve
static double l[30][30];
int f(int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) l[i][j] = (i + j) % 5 + 1; for (int k = 0; k < n; k++) { x[k] = x[k] / l[k][k]; @for (int i = {{k + 1|k}}; i < n; i++) { x[i] -= l[i][k] * x[k]; } } return 0; }
//: elimination.rows
static double l[30][30];
int f(int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) l[i][j] = (i * 3 + j) % 7 + (i == j) * 9; for (int k = 0; k < n - 1; k++) { @for (int i = {{k + 1|1}}; i < n; i++) { double r = l[i][k] / l[k][k]; for (int j = {{k|0}}; j < n; j++) l[i][j] -= r * l[k][j]; } } for (int i = 0; i < n; i++) x[i] = l[i][i]; return 0; }
//: cholesky.column
static double l[30][30];
int f(int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) l[i][j] = i == j ? 40 : (i + j) % 3; for (int k = 0; k < n; k++) { l[k][k] = sqrt(fabs(l[k][k])); for (int i = k + 1; i < n; i++) l[i][k] /= l[k][k]; @for (int j = k + 1; j < n; j++) { for (int i = j; i < n; i++) l[i][j] -= l[i][k] * l[j][{{k|k + 1}}]; } } for (int i = 0; i < n; i++) x[i] = l[i][i / 2]; return 0; }
//: thomas.lines
static double d[20][20], e[20];
int f(int n) { int rows = n < 20 ? n : 20; for (int i = 0; i < 20; i++) { e[i] = 4; for (int j = 0; j < 20; j++) d[i][j] = m[i][j]; } @for (int i = 0; i < rows; i++) { {{double g[20];|static double g[20];}} g[0] = 1 / e[0]{{| + g[1]}}; for (int j = 1; j < 20; j++) g[j] = 1 / (e[j] - g[j - 1]); for (int j = 1; j < 20; j++) d[i][j] -= g[j - 1] * d[i][j - 1]; } for (int i = 0; i < rows; i++) x[i] = d[i][1]; return 0; }
//: particles.fields
typedef struct { double px, py, vx, vy; int alive; } Particle; static Particle p[64];
int f(int n) { for (int i = 0; i < n; i++) { p[i].px = x[i]; p[i].py = y[i]; p[i].vx = 1; p[i].vy = b[i]; p[i].alive = 1; } @for (int i = 0; i < n; i++) { if (!p[i].alive) continue; p[i].px += 0.5 * p[i].vx; p[i].py += 0.5 * p[{{i|(i + 1) % n}}].vy; if (p[i].px > 3) { p[i].vx = -p[i].vx; p[i].vy = 0; } } for (int i = 0; i < n; i++) { x[i] = p[i].px; y[i] = p[i].vy + p[i].py; } return 0; }
//: particles.forces
typedef struct { double q[3], f[3]; } Body; static Body p[32];
int f(int n) { for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) { p[i].q[k] = x[i + k]; p[i].f[k] = 0; } @for (int i = 0; i < n; i++) { double s[3] = {0, 0, 0}; for (int j = {{0|i + 1}}; j < n; j++) { if (j == i) continue; double r2 = 1; for (int k = 0; k < 3; k++) { double d = p[j].q[k] - p[i].q[k]; r2 += d * d; } for (int k = 0; k < 3; k++) { double g = (p[j].q[k] - p[i].q[k]) / r2; s[k] += g; {{|p[j].f[k] -= g;}} } } for (int k = 0; k < 3; k++) p[i].f[k] += s[k]; } for (int i = 0; i < n; i++) x[i] = p[i].f[0]; return 0; }
//: particles.pointers
struct Body { double q, v; struct Body *near; }; static struct Body p[32];
int f(int n) { for (int i = 0; i < n; i++) { p[i].q = x[i]; p[i].v = y[i]; p[i].near = &p[(i + 1) % n]; } @for (int i = 0; i < n; i++) { struct Body *one = &p[i]; {{one->v += 0.5 * (one->near->q - one->q);|one->q += 0.5 * (one->near->q - one->q);}} } for (int i = 0; i < n; i++) x[i] = p[i].q + p[i].v; return 0; }
//: lattice.stream
enum { Q = 5, W = 8, H = 8 }; static const int cx[Q] = {0, 1, -1, 0, 0}, cy[Q] = {0, 0, 0, 1, -1}; static double g[H][W][Q], h[H][W][Q];
int f(int n) { for (int r = 0; r < H; r++) for (int s = 0; s < W; s++) for (int q = 0; q < Q; q++) { g[r][s][q] = m[r][s] + q; h[r][s][q] = 0; } @for (int r = 0; r < H; r++) { for (int s = 0; s < W; s++) for (int q = 0; q < Q; q++) { int rr = (r - cy[q] + H) % H, ss = (s - cx[q] + W) % W; {{h|g}}[r][s][q] = g[rr][ss][q]; } } for (int r = 0; r < H; r++) x[r] = h[r][3][1] + h[r][2][4] + g[r][1][3]; return 0; }
//: lattice.collide
enum { Q = 5 }; static double g[Q * 64], rho[64]; static const double weight[Q] = {0.5, 0.125, 0.125, 0.125, 0.125};
int f(int n) { for (int k = 0; k < Q * 64; k++) g[k] = x[k]; @for (int c = 0; c < 2 * n; c++) { double r = 0; for (int q = 0; q < Q; q++) r += g[q * 64 + c]; {{rho[c]|rho[c / 2]}} = r; for (int q = 0; q < Q; q++) { double eq = weight[q] * r; g[q * 64 + c] += 0.5 * (eq - g[q * 64 + c]); } } for (int k = 0; k < n; k++) x[k] = g[k + 64] + rho[k]; return 0; }
//: finite.volume.faces
static int left[64], right[64]; static double flux[64], cell[64];
int f(int n) { for (int e = 0; e < n; e++) { left[e] = e; right[e] = (e + 3) % n; cell[e] = y[e]; } @for (int e = 0; e < n; e++) { double fl = 0.5 * (y[left[e]] - y[right[e]]); {{flux[e] = fl;|cell[left[e]] -= fl; cell[right[e]] = cell[right[e]] * 0.5 + fl;}} } for (int e = 0; e < n; e++) x[e] = flux[e] + cell[e]; return 0; }
//: finite.volume.line
static double h[40], hu[40], fh[40];
int f(int n) { for (int i = 0; i < n + 2; i++) { h[i] = x[i] + 1; hu[i] = y[i]; } for (int i = 1; i <= n; i++) fh[i] = 0.5 * (hu[i - 1] + hu[i]); @for (int i = 1; i < n; i++) { h[i] -= 0.1 * (fh[i + 1] - fh[i]); {{hu[i] = hu[i] * 0.9 + h[i];|fh[i + 1] = h[i];}} } for (int i = 0; i < n; i++) x[i] = h[i] + hu[i]; return 0; }
//: miniweather.strip
enum { S = 4 }; static double state[2][40], tend[2][40];
int f(int n) { for (int v = 0; v < 2; v++) for (int i = 0; i < n + S; i++) state[v][i] = x[i + v]; @for (int i = 0; i < n; i++) { {{double st[S];|static double st[S]; double old = st[0];}} double vals[2]; for (int v = 0; v < 2; v++) { for (int s = 0; s < S; s++) st[s] = state[v][i + s]; vals[v] = -st[0] / 12 + 7 * st[1] / 12 + 7 * st[2] / 12 - st[3] / 12; } tend[0][i] = vals[0] {{|+ old}}; tend[1][i] = vals[0] * vals[1]; } for (int i = 0; i < n; i++) x[i] = tend[0][i] + tend[1][i]; return 0; }
//: spectral.butterfly
static double re[32], im[32];
int f(int n) { for (int i = 0; i < 32; i++) { re[i] = x[i]; im[i] = y[i]; } for (int half = 1; half < 32; half *= 2) { @for (int k = 0; k < 16; k++) { int group = k / half, j = k % half, p = group * 2 * half + j, q = p + {{half|1}}; double tr = re[q], ti = im[q]; re[q] = re[p] - tr; im[q] = im[p] - ti; re[p] += tr; im[p] += ti; } } for (int i = 0; i < 32; i++) x[i] = re[i] + im[i]; return 0; }
//: spectral.transform
int f(int n) { double re[32], im[32]; @for (int k = 0; k < n; k++) { double sr = 0, si = 0; for (int t = 0; t < n; t++) { double w = 2 * M_PI * k * t / n; sr += x[t] * cos(w); si -= x[t] * sin(w); } re[k] = sr; im[k] = si; {{|x[k] = sr;}} } for (int k = 0; k < n; k++) x[k] = floor(re[k] * re[k] + im[k] * im[k] + 0.25); return 0; }
//: runge.kutta
static double rhs(double t, double u) { return -0.5 * u + t; }
int f(int n) { double t = 0.5, dt = 0.25; @for (int i = 0; i < n; i++) { double k1 = rhs(t, x[i]), k2 = rhs(t + dt / 2, x[i] + dt / 2 * k1), k3 = rhs(t + dt / 2, x[i] + dt / 2 * k2), k4 = rhs(t + dt, x[i] + dt * k3); x[i] += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4); {{|t += dt;}} } return 0; }
//: quadrature
static double g(double v) { return 4 * v * v - v; }
int f(int n) { double s = 0, h = 0.5; @for (int i = 0; i < n; i++) { double v = h * (i + 1); {{s += g(v) * h;|s = s * 0.5 + g(v) * h;}} } x[0] = s; return 0; }
//: monte.carlo
static unsigned next(unsigned *s) { *s = *s * 1664525u + 1013904223u; return *s >> 8; }
int f(int n) { unsigned seed = 7; int hits = 0; @for (int i = 0; i < n; i++) { {{unsigned mine = 7u + 31u * (unsigned)i; int u = next(&mine) % 100, v = next(&mine) % 100;|int u = next(&seed) % 100, v = next(&seed) % 100;}} hits += u * u + v * v < 10000; a[i] = u; } return hits; }
//: options
static double cnd(double d) { double k = 1 / (1 + 0.25 * fabs(d)); double r = k * (0.5 + k * 0.25); return d > 0 ? 1 - r : r; }
static void price(double *call, double *put, double s, double k, double t) { double d = (s - k) / (1 + t); *call = s * cnd(d) - k * cnd(-d); *put = *call - s + k; }
int f(int n) { double call[32], put[32] = {0}; @for (int i = 0; i < n; i++) { price(&call[i], &put[{{i|i / 2}}], x[i], y[i] + 5, 0.5); } for (int i = 0; i < n; i++) x[i] = call[i] + put[i]; return 0; }
//: kmeans.assign
static double centre[4][2], point[64][2]; static int owner[64];
int f(int n) { for (int k = 0; k < 4; k++) { centre[k][0] = 2 * k; centre[k][1] = k; } for (int i = 0; i < n; i++) { point[i][0] = x[i]; point[i][1] = y[i]; } int changed = 0; @for (int i = 0; i < n; i++) { int best = 0; double least = 1e9; for (int k = 0; k < 4; k++) { double d = 0; for (int j = 0; j < 2; j++) { double e = point[i][j] - centre[k][j]; d += e * e; } if (d < least) { least = d; best = k; } } if (owner[i] != best) changed++; owner[i] = best; {{|centre[best][0] += 0.25 * (point[i][0] - centre[best][0]);}} } for (int i = 0; i < n; i++) a[i] = owner[i]; for (int i = 0; i < n; i++) owner[i] = 0; return changed; }
//: kmeans.update
static double sum[4]; static int count[4];
int f(int n) { for (int k = 0; k < 4; k++) { sum[k] = 0; count[k] = 0; } @for (int i = 0; i < n; i++) { int k = c[i] & 3; {{sum[k] += x[i]; count[k]++;|sum[k] = x[i] - sum[k]; count[k]++;}} } for (int k = 0; k < 4; k++) { x[k] = sum[k]; a[k] = count[k]; } return 0; }
//: layer.forward
static double w[20][20], bias[20], out[20];
int f(int n) { int units = n < 20 ? n : 20; for (int i = 0; i < 20; i++) { bias[i] = b[i]; for (int j = 0; j < 20; j++) w[i][j] = m[i][j]; } @for (int o = 0; o < units; o++) { double s = bias[o]; for (int j = 0; j < 20; j++) s += w[o][j] * {{x[j]|out[j]}}; out[o] = s > 0 ? s / 64 : 0; } for (int o = 0; o < units; o++) x[o] = out[o]; return 0; }
//: layer.backward
static double w[20][20], delta[20], grad[20];
int f(int n) { for (int i = 0; i < 20; i++) { grad[i] = 0; delta[i] = x[i]; for (int j = 0; j < 20; j++) w[i][j] = m[i][j]; } @for (int j = 0; j < 20; j++) { double g = 0; for (int o = 0; o < 20; o++) { g += w[o][j] * delta[o]; w[o][{{j|0}}] {{-=|=}} 0.5 * delta[o] * y[j]; } grad[j] = g; } for (int i = 0; i < 20; i++) x[i] = grad[i] + w[i][3]; return 0; }
//: filter.image
static unsigned char in[20][20], out[20][20];
int f(int n) { for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) in[i][j] = out[i][j] = (unsigned char)m[i][j]; @for (int i = 1; i < 19; i++) { for (int j = 1; j < 19; j++) { int s = 0; for (int di = -1; di <= 1; di++) for (int dj = -1; dj <= 1; dj++) s += {{in|out}}[i + di][j + dj]; s /= 9; out[i][j] = s > 255 ? 255 : s < 0 ? 0 : (unsigned char)s; } } for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) a[i * 20 + j] = out[i][j]; return 0; }
//: filter.border
static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
int f(int n) { @for (int i = 0; i < n; i++) { int s = 0; for (int k = -2; k <= 2; k++) s += {{b|a}}[clampi(i + k, 0, n - 1)]; a[i] = s / 5; } return 0; }
//: filter.separable
static double tmp[20][20], img[20][20];
int f(int n) { for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) { img[i][j] = m[i][j]; tmp[i][j] = 0; } for (int i = 0; i < 20; i++) for (int j = 1; j < 19; j++) tmp[i][j] = img[i][j - 1] + img[i][j + 1]; @for (int j = 1; j < 19; j++) { for (int i = 1; i < 19; i++) img[i][j] = {{tmp[i - 1][j] + tmp[i + 1][j]|img[i][j - 1] + tmp[i + 1][j]}}; } for (int i = 0; i < 20; i++) x[i] = img[i][5]; return 0; }
//: grayscale
typedef struct { unsigned char r, g, b; } Pixel; static Pixel px3[64]; static unsigned char gray[64];
int f(int n) { for (int i = 0; i < n; i++) { px3[i].r = c[i]; px3[i].g = ix[i]; px3[i].b = c[i + 9]; } @for (int i = 0; i < n; i++) { Pixel p = px3[i]; gray[{{i|i & 7}}] = (unsigned char)((77 * p.r + 150 * p.g + 29 * p.b) >> 8); } for (int i = 0; i < n; i++) a[i] = gray[i]; return 0; }
//: histogram.private
int f(int n) { int bins[9] = {0}; @for (int i = 0; i < n; i++) { {{bins[ix[i]]++;|bins[ix[i]] = bins[ix[i]] * 2 + 1;}} } for (int k = 0; k < 9; k++) a[k] = bins[k]; return 0; }
//: prefix
int f(int n) { @for (int i = 1; i < n; i++) { {{a[i] = b[i] + b[i - 1];|a[i] = a[i - 1] + b[i];}} } return 0; }
//: prefix.blocks
int f(int n) { int blocks = n / 4; @for (int k = 0; k < blocks; k++) { int s = {{0|k ? a[4 * k - 1] : 0}}; for (int i = 4 * k; i < 4 * k + 4; i++) { s += b[i]; a[i] = s; } } return 0; }
//: flat.volume
#define IDX(i, j, k) (((i) * 6 + (j)) * 6 + (k))
static double v[6 * 6 * 6], w[6 * 6 * 6];
int f(int n) { for (int k = 0; k < 216; k++) { v[k] = x[k]; w[k] = 0; } @for (int i = 1; i < 5; i++) { for (int j = 1; j < 5; j++) for (int k = 1; k < 5; k++) {{w|v}}[IDX(i, j, k)] = v[IDX(i - 1, j, k)] + v[IDX(i + 1, j, k)] + v[IDX(i, j - 1, k)] + v[IDX(i, j, k + 1)]; } for (int k = 0; k < 216; k++) x[k] = v[k] + w[k]; return 0; }
//: flat.sizes
static void smooth(const double *restrict from, double *restrict to, int ni, int nj, int nk) { @for (int i = 1; i < ni - 1; i++) { for (int j = 1; j < nj - 1; j++) for (int k = 0; k < nk; k++) to[({{i|(i / 2)}} * nj + j) * nk + k] = from[((i - 1) * nj + j) * nk + k] + from[((i + 1) * nj + j) * nk + k]; } }
int f(int n) { double v[300], w[300]; for (int k = 0; k < 300; k++) { v[k] = x[k]; w[k] = 0; } smooth(v, w, 6, 6, n < 8 ? n : 8); for (int k = 0; k < 300; k++) x[k] = w[k]; return 0; }
//: flat.transposed
int f(int n) { double v[400], w[400]; for (int k = 0; k < 400; k++) { v[k] = x[k]; w[k] = 0; } int rows = 12; @for (int i = 0; i < rows; i++) { for (int j = 0; j < 10; j++) w[j * rows + {{i|i / 2}}] = v[i * 10 + j]; } for (int k = 0; k < 400; k++) x[k] = w[k]; return 0; }
//: transpose.square
int f(int n) { @for (int i = 0; i < 20; i++) { for (int j = {{i + 1|0}}; j < 20; j++) { int t = m[i][j]; m[i][j] = m[j][i]{{| + i}}; m[j][i] = t; } } return 0; }
//: blocks.of.matrix
int f(int n) { double p[16][16], q[16][16], r[16][16]; for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j++) { p[i][j] = m[i][j]; q[i][j] = m[j][i]; r[i][j] = 0; } @for (int bi = 0; bi < 16; bi += 4) { for (int bj = 0; bj < 16; bj += 4) for (int bk = 0; bk < 16; bk += 4) for (int i = bi; i < bi + {{4|5}} && i < 16; i++) for (int j = bj; j < bj + 4; j++) { double s = r[i][j]; for (int k = bk; k < bk + 4; k++) s {{+=|=}} p[i][k] * q[k][j] + (i == bi); r[i][j] = s; } } for (int i = 0; i < 16; i++) x[i] = r[i][i]; return 0; }
//: multigrid.restrict
static double fine[64], coarse[32];
int f(int n) { for (int i = 0; i < 64; i++) fine[i] = x[i]; @for (int i = 1; i < n; i++) { coarse[i] = 0.25 * fine[2 * i - 1] + 0.5 * fine[2 * i] + 0.25 * fine[2 * i + 1]; {{|fine[2 * i + 1] = coarse[i];}} } for (int i = 1; i < n; i++) x[i] = coarse[i]; return 0; }
//: multigrid.prolong
static double fine[70], coarse[40];
int f(int n) { for (int i = 0; i < 40; i++) coarse[i] = x[i]; for (int i = 0; i < 70; i++) fine[i] = y[i]; @for (int i = 0; i < n; i++) { fine[2 * i] += coarse[i]; fine[2 * i + {{1|2}}] += 0.5 * (coarse[i] + coarse[i + 1]); {{|fine[2 * i] = fine[2 * i] * 0.5;}} } for (int i = 0; i < 2 * n; i++) x[i] = fine[i]; return 0; }
//: boundary
static double u[20][20];
int f(int n) { for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) u[i][j] = m[i][j]; @for (int i = {{1|0}}; i < {{19|20}}; i++) { u[i][0] = u[i][1]; u[i][19] = u[i][18]; u[0][i] = u[1][i]; u[19][i] = u[18][{{i|19 - i}}]; } for (int i = 0; i < 20; i++) x[i] = u[i][0] + u[0][i] + u[19][i]; return 0; }
//: periodic
int f(int n) { double v[32]; @for (int i = 0; i < n; i++) { int l = (i + n - 1) % n, r = (i + 1) % n; {{v[i]|x[i]}} = 0.5 * (x[l] + x[r]); } for (int i = 0; i < n; i++) x[i] += {{v[i]|1}}; return 0; }
//: norm.and.scale
int f(int n) { double s = 0, most = 0; @for (int i = 0; i < n; i++) { double v = fabs(y[i]); s += v * v; if (v > most) most = v; {{x[i] = v;|x[i] = v / most;}} } x[0] = s; x[1] = most; return 0; }
//: scale.by.norm
int f(int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; double inv = 1 / (1 + s); @for (int i = 0; i < n; i++) { x[i] *= inv; {{|inv = inv * 0.5;}} } return 0; }
//: conjugate.step
static double r[32], p[32], q[32];
int f(int n) { for (int i = 0; i < n; i++) { r[i] = x[i]; p[i] = y[i]; q[i] = b[i]; } double alpha = 0.5, rr = 0; @for (int i = 0; i < n; i++) { x[i] += alpha * p[i]; r[i] -= alpha * q[i]; rr += r[i] * r[i]; {{|p[i] = r[i] + rr * p[i];}} } x[0] = rr; x[1] = p[0] + p[n - 1]; return 0; }
//: interpolate.table
static const double grid[8] = {0, 1, 2, 4, 8, 16, 32, 64}; static const double worth[8] = {0, 2, 3, 5, 8, 13, 21, 34};
int f(int n) { int last_cell = 0; @for (int i = 0; i < n; i++) { int k = {{0|last_cell}}; while (k < 6 && grid[k + 1] < x[i]) k++; double t = (x[i] - grid[k]) / (grid[k + 1] - grid[k]); y[i] = worth[k] + t * (worth[k + 1] - worth[k]); last_cell = k; } for (int i = 0; i < n; i++) x[i] = y[i]; return {{0|last_cell}}; }
//: binary.search
static int lower(const int *t, int n, int v) { int lo = 0, hi = n; while (lo < hi) { int mid = lo + (hi - lo) / 2; if (t[mid] < v) lo = mid + 1; else hi = mid; } return lo; }
int f(int n) { int t[16]; for (int i = 0; i < 16; i++) t[i] = 2 * i; @for (int i = 0; i < n; i++) { a[{{i|lower(t, 16, c[i] % 30)}}] = lower(t, 16, c[i] % 30) + i; } return 0; }
//: newton
int f(int n) { double guess = 1; @for (int i = 0; i < n; i++) { double v = x[i] + 1; {{double g = 1;|double g = guess;}} for (int k = 0; k < 4; k++) g = 0.5 * (g + v / g); x[i] = g; guess = g; } return 0; }
//: mandelbrot
int f(int n) { @for (int i = 0; i < n; i++) { for (int j = 0; j < 5; j++) { double zr = 0, zi = 0, cr = -2 + 0.25 * i, ci = -1 + 0.5 * j; int k = 0; while (k < 40 && zr * zr + zi * zi < 4) { double t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; k++; } a[{{i * 5|i * 4}} + j] = k; } } return 0; }
//: game.of.life
static unsigned char now[20][20], then[20][20];
int f(int n) { for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) { now[i][j] = m[i][j] & 1; then[i][j] = 0; } @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) { int live = 0; for (int di = -1; di <= 1; di++) for (int dj = -1; dj <= 1; dj++) if (di || dj) live += now[(i + di + 20) % 20][(j + dj + 20) % 20]; {{then|now}}[i][j] = live == 3 || (live == 2 && now[i][j]); } } for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) a[i * 20 + j] = then[i][j] + now[i][j]; return 0; }
//: floyd
static int d[20][20];
int f(int n) { for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) d[i][j] = i == j ? 0 : m[i][j] + 1; for (int k = 0; k < 20; k++) { @for (int i = 0; i < 20; i++) { {{if (i != k)|}} for (int j = 0; j < 20; j++) { int t = d[i][k] + d[{{k|(k + i) % 20}}][j]; if (t < d[i][j]) d[i][j] = t; } } } for (int i = 0; i < 20; i++) a[i] = d[i][7]; return 0; }
//: graph.levels
static int first[32], edge[128], level[32];
int f(int n) { int k = 0; for (int v = 0; v < n; v++) { first[v] = k; for (int q = 0; q < 2; q++) edge[k++] = (v * 2 + q + 1) % n; level[v] = v ? -1 : 0; } first[n] = k; int more = 0; @for (int v = 0; v < n; v++) { if (level[v] == {{0|level[0] + v}}) for (int e = first[v]; e < first[v + 1]; e++) if (level[edge[e]] < 0) { level[edge[e]] = 1 + {{0|v}}; more = 1; } } for (int v = 0; v < n; v++) a[v] = level[v]; return more; }
//: pagerank
static int from[32], to[128]; static double rank[32], next[32];
int f(int n) { int k = 0; for (int v = 0; v < n; v++) { from[v] = k; to[k++] = (v + 1) % n; to[k++] = (v + 3) % n; rank[v] = x[v]; next[v] = 0; } from[n] = k; double diff = 0; @for (int v = 0; v < n; v++) { double s = 0; for (int e = from[v]; e < from[v + 1]; e++) s += rank[to[e]] * 0.5; {{next[v]|rank[v]}} = 0.25 + 0.5 * s; diff += s; } for (int v = 0; v < n; v++) x[v] = next[v] + rank[v]; x[n] = diff; return 0; }
//: dynamic.rows
static int best[20][30];
int f(int n) { for (int j = 0; j < 30; j++) best[0][j] = b[j] + 9; for (int i = 1; i < 20; i++) { @for (int j = 1; j < 29; j++) { int t = best[i - 1][j]; if (best[i - 1][j - 1] < t) t = best[i - 1][j - 1]; {{if (best[i - 1][j + 1] < t) t = best[i - 1][j + 1];|if (best[i][j - 1] < t) t = best[i][j - 1];}} best[i][j] = t + (i * j) % 5; } } for (int j = 0; j < 30; j++) a[j] = best[19][j]; return 0; }
//: dynamic.diagonal
static int d[20][20];
int f(int n) { for (int i = 0; i < 20; i++) d[i][0] = d[0][i] = i; for (int s = 2; s < 39; s++) { int lo = s < 20 ? 1 : s - 19, hi = s < 20 ? s - 1 : 19; @for (int i = lo; i <= hi; i++) { int j = {{s - i|(s - i + 18) % 19 + 1}}; int t = d[i - 1][j - 1] + (b[i] != b[j]); if (d[i - 1][j] + 1 < t) t = d[i - 1][j] + 1; if (d[i][j - 1] + 1 < t) t = d[i][j - 1] + 1; d[i][j] = t{{| + d[hi][1]}}; } } a[0] = d[19][19]; return 0; }
//: struct.of.arrays
typedef struct { int n; double *pos, *vel; double mass[64]; } Cloud;
static void push(Cloud *s, double dt) { @for (int i = 0; i < s->n; i++) { s->pos[i] += dt * s->vel[i] / s->mass[i]; {{|s->vel[0] += s->pos[i];}} } }
int f(int n) { static double pos[64], vel[64]; Cloud s; s.n = n; s.pos = pos; s.vel = vel; for (int i = 0; i < n; i++) { pos[i] = x[i]; vel[i] = y[i]; s.mass[i] = 2; } push(&s, 0.5); for (int i = 0; i < n; i++) x[i] = pos[i]; return 0; }
//: grid.struct
typedef struct { int w, h; double *cell; } Grid; static double get(const Grid *g, int i, int j) { return g->cell[i * g->w + j]; } static void set(Grid *g, int i, int j, double v) { g->cell[i * g->w + j] = v; }
int f(int n) { static double one[400], two[400]; Grid p = {20, 20, one}, q = {20, 20, two}; for (int k = 0; k < 400; k++) { one[k] = x[k]; two[k] = 0; } @for (int i = 1; i < 19; i++) { for (int j = 1; j < 19; j++) set({{&q|&p}}, i, j, get(&p, i - 1, j) + get(&p, i + 1, j)); } for (int k = 0; k < 400; k++) x[k] = one[k] + two[k]; return 0; }
//: rows.of.pointers
int f(int n) { double *row[20]; static double own[20][20]; for (int i = 0; i < 20; i++) { row[i] = own[{{i|i / 2}}]; for (int j = 0; j < 20; j++) own[i][j] = m[i][j]; } @for (int i = 0; i < 20; i++) { for (int j = 1; j < 20; j++) row[i][j] = row[i][j - 1] * 0.5 + i; } for (int i = 0; i < 20; i++) x[i] = own[i][19]; return 0; }
//: rows.allocated
int f(int n) { double **row = malloc(n * sizeof *row); for (int i = 0; i < n; i++) { row[i] = malloc(20 * sizeof **row); for (int j = 0; j < 20; j++) row[i][j] = x[i + j]; } @for (int i = {{0|1}}; i < n; i++) { for (int j = 1; j < 20; j++) row[i][j] += row[i{{| - 1}}][j - 1]; } for (int i = 0; i < n; i++) { x[i] = row[i][19]; free(row[i]); } free(row); return 0; }
//: buffers.exchanged
static double one[40], two[40];
int f(int n) { double *now = one, *then = two; for (int i = 0; i < n; i++) { one[i] = x[i]; two[i] = 0; } for (int t = 0; t < 4; t++) { @for (int i = 1; i < n - 1; i++) { then[i] = 0.5 * (now[i - 1] + now[i + 1]); } double *s = now; {{now = then; then = s;|now = then; (void)s;}} } for (int i = 0; i < n; i++) x[i] = one[i] + two[i]; return 0; }
//: complex.numbers
typedef struct { double re, im; } Cx; static Cx mul(Cx p, Cx q) { Cx r = {p.re * q.re - p.im * q.im, p.re * q.im + p.im * q.re}; return r; }
int f(int n) { Cx z[32], w = {1, 0}; for (int i = 0; i < n; i++) { z[i].re = x[i]; z[i].im = y[i]; } @for (int i = 0; i < n; i++) { {{Cx v = {0, 1}; z[i] = mul(z[i], v);|w = mul(w, z[i]); w.re = w.re > 9 ? 1 : w.re; z[i] = w;}} } for (int i = 0; i < n; i++) x[i] = z[i].re + z[i].im; return 0; }
//: complex.language
#include <complex.h>
int f(int n) { double complex z[32], w = 1; for (int i = 0; i < n; i++) z[i] = x[i] + y[i] * I; @for (int i = 0; i < n; i++) { double complex v = z[i] * z[i]; {{z[i] = v * I;|w = w * 0.5 + v; z[i] = w;}} } for (int i = 0; i < n; i++) x[i] = creal(z[i]) + cimag(z[i]); return 0; }
//: bits.of.mask
static unsigned mask[64];
int f(int n) { memset(mask, 0, sizeof mask); @for (int i = 0; i < n; i++) { unsigned v = 0; for (int k = 0; k < 8; k++) if (b[i * 8 + k] > 0) v |= 1u << k; mask[{{i|i / 4}}] = v; } for (int i = 0; i < n; i++) a[i] = (int)mask[i]; return 0; }
//: strings.of.digits
static char text[64][8];
int f(int n) { @for (int i = 0; i < n; i++) { int v = c[i], k = 0; do { text[{{i|i & 3}}][k++] = (char)('0' + v % 10); v /= 10; } while (v && k < 7); text[{{i|i & 3}}][k] = 0; } for (int i = 0; i < n; i++) a[i] = text[i][0]; memset(text, 0, sizeof text); return 0; }
//: sort.each.row
int f(int n) { @for (int i = 0; i < 20; i++) { int *r = {{m[i]|m[0]}}; for (int p = 1; p < 20; p++) { int v = r[p] + i, q = p - 1; while (q >= 0 && r[q] > v) { r[q + 1] = r[q]; q--; } r[q + 1] = v; } } return 0; }
//: odd.even.sort
int f(int n) { for (int t = 0; t < n; t++) { @for (int i = t & 1; i + 1 < n; i += {{2|1}}) { if (a[i] > a[i + 1]) { int s = a[i]; a[i] = a[i + 1]; a[i + 1] = s; } } } return 0; }
//: gather.permuted
int f(int n) { @for (int i = 0; i < n; i++) { {{a[i] = b[px[i]];|b[ix[i]] = a[i];}} } return 0; }
//: work.array.outside
int f(int n) { double work[20]; @for (int i = 0; i < n; i++) { for (int k = {{0|1}}; k < 20; k++) work[k] = x[(i + k) % 40]; double s = 0; for (int k = 0; k < 20; k++) s += work[k]; y[i] = s; {{|work[0] = s;}} } for (int i = 0; i < n; i++) x[i] = y[i]; return 0; }
//: guarded.tail
int f(int n) { int chunks = (n + 7) / 8; @for (int ch = 0; ch < chunks; ch++) { int lo = ch * 8, hi = lo + {{8|9}} < n ? lo + {{8|9}} : n; for (int i = lo; i < hi; i++) a[i] = a[i] * 2 + ch; } return 0; }
//: threads.by.hand
int f(int n) { int threads = 4, per = (n + threads - 1) / threads; double part[4] = {0}; @for (int t = 0; t < threads; t++) { for (int i = t * per; i < (t + 1) * per && i < n; i++) part[{{t|t / 2}}] {{+=|=}} x[i]; } x[0] = part[0] + part[1] + part[2] + part[3]; return 0; }
//: energy.of.pairs
int f(int n) { double e = 0; @for (int i = 0; i < n; i++) { for (int j = i + 1; j < n; j++) { double d = x[i] - x[j]; if (d * d < 16) {{e += d * d;|e = e < 50 ? e + d * d : e - 3;}} } } x[0] = e; return 0; }
//: two.outputs
int f(int n) { @for (int i = 0; i < n; i++) { double mean = 0, var = 0; for (int j = 0; j < 20; j++) mean += m[i % 20][j]; mean /= 20; for (int j = 0; j < 20; j++) var += (m[i % 20][j] - mean) * (m[i % 20][j] - mean); x[i] = mean; y[{{i|i / 2}}] = var; } for (int i = 0; i < n; i++) x[i] += y[i]; return 0; }
//: sign.of.flags
int f(int n) { int ok = 1, worst = -1; @for (int i = 0; i < n; i++) { int bad = x[i] > 7 || y[i] < -3; if (bad) {{ok = 0;|worst = i - worst;}} a[i] = bad; } return ok * 100 + worst; }
//: time.loop
int f(int n) { double v[32]; for (int i = 0; i < n; i++) v[i] = x[i]; @for (int t = 0; t < 4; t++) { for (int i = 0; i < n; i++) { {{a[t * 32 + i] = (int)v[i] * t;|v[i] = v[i] * 0.5 + t;}} } } for (int i = 0; i < n; i++) x[i] = v[i]; return 0; }
