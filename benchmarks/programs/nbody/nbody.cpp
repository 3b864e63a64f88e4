// Gravity with a quadtree: the host builds the tree each step and flattens it, the walk over it runs for all bodies.
// Arguments: bodies, steps.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Body {
  double x, y, vx, vy, m;
};

// A cell of the flattened tree in depth-first order: `next` is where the walk goes on when the cell is not opened.
struct Cell {
  double x, y, m, size;
  int next, leaf;
};

class Tree {
 public:
  void build(const std::vector<Body> &bodies) {
    cells_.clear();
    std::vector<int> all(bodies.size());
    for (size_t i = 0; i < bodies.size(); i++) all[i] = (int)i;
    double low = -4.0, size = 8.0;
    split(bodies, all, low, low, size, 0);
  }
  const std::vector<Cell> &cells() const { return cells_; }

 private:
  void split(const std::vector<Body> &bodies, const std::vector<int> &own, double x, double y, double size, int depth) {
    if (own.empty()) return;
    size_t at = cells_.size();
    Cell cell = {0, 0, 0, size, 0, own.size() == 1 || depth > 20};
    for (int i : own) {
      cell.m += bodies[i].m;
      cell.x += bodies[i].m * bodies[i].x;
      cell.y += bodies[i].m * bodies[i].y;
    }
    cell.x /= cell.m;
    cell.y /= cell.m;
    cells_.push_back(cell);
    if (!cell.leaf) {
      double half = size / 2;
      std::vector<int> part[4];
      for (int i : own) part[(bodies[i].x >= x + half) + 2 * (bodies[i].y >= y + half)].push_back(i);
      for (int k = 0; k < 4; k++) split(bodies, part[k], x + (k & 1) * half, y + (k >> 1) * half, half, depth + 1);
    }
    cells_[at].next = (int)cells_.size();
  }
  std::vector<Cell> cells_;
};

static void accelerate(std::vector<Body> &bodies, const std::vector<Cell> &cells, double theta, double dt) {
#ifdef _OPENACC
  Body *b = bodies.data();
  const Cell *c = cells.data();
  const int n = (int)bodies.size(), many = (int)cells.size();
#pragma acc parallel loop gang vector present(b[0:n]) copyin(c[0:many])
  for (int i = 0; i < n; i++) {
    double ax = 0, ay = 0;
    int k = 0;
    while (k < many) {
      double dx = c[k].x - b[i].x, dy = c[k].y - b[i].y;
      double r2 = dx * dx + dy * dy + 1e-4;
      if (c[k].leaf || c[k].size * c[k].size < theta * theta * r2) {
        double f = c[k].m / (r2 * sqrt(r2));
        ax += f * dx;
        ay += f * dy;
        k = c[k].next;
      } else {
        k++;
      }
    }
    b[i].vx += dt * ax;
    b[i].vy += dt * ay;
  }
#else
  for (size_t i = 0; i < bodies.size(); i++) {
    double ax = 0, ay = 0;
    int k = 0;
    while (k < (int)cells.size()) {
      double dx = cells[k].x - bodies[i].x, dy = cells[k].y - bodies[i].y;
      double r2 = dx * dx + dy * dy + 1e-4;
      if (cells[k].leaf || cells[k].size * cells[k].size < theta * theta * r2) {
        double f = cells[k].m / (r2 * std::sqrt(r2));
        ax += f * dx;
        ay += f * dy;
        k = cells[k].next;
      } else {
        k++;
      }
    }
    bodies[i].vx += dt * ax;
    bodies[i].vy += dt * ay;
  }
#endif
}

static void move(std::vector<Body> &bodies, double dt) {
#ifdef _OPENACC
  Body *b = bodies.data();
  const int n = (int)bodies.size();
#pragma acc parallel loop gang vector present(b[0:n])
  for (int i = 0; i < n; i++) {
    b[i].x += dt * b[i].vx;
    b[i].y += dt * b[i].vy;
  }
#else
  for (size_t i = 0; i < bodies.size(); i++) {
    bodies[i].x += dt * bodies[i].vx;
    bodies[i].y += dt * bodies[i].vy;
  }
#endif
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 200, steps = argc > 2 ? std::atoi(argv[2]) : 5;
  std::vector<Body> bodies(n);
  unsigned state = 5;
  auto draw = [&state]() { return (state = state * 1664525u + 1013904223u) / 4294967296.0; };
  for (Body &b : bodies) {
    double r = std::sqrt(draw()), phi = 6.283185307179586 * draw();
    b = {r * std::cos(phi), r * std::sin(phi), -0.5 * r * std::sin(phi), 0.5 * r * std::cos(phi), 1.0 / n};
  }
  Tree tree;
#ifdef _OPENACC
  Body *b = bodies.data();
#endif
#pragma acc data copyin(b[0:n])
  for (int t = 0; t < steps; t++) {
    if (t > 0) {
#pragma acc update self(b[0:n])
    }
    tree.build(bodies);
    accelerate(bodies, tree.cells(), 0.4, 0.002);
    move(bodies, 0.002);
    if (t == steps - 1) {
#pragma acc update self(b[0:n])
    }
  }
  double px = 0, energy = 0;
  for (const Body &b : bodies) {
    px += b.m * b.vx * (1 + b.x);
    energy += 0.5 * b.m * (b.vx * b.vx + b.vy * b.vy);
  }
  std::printf("cells %zu moment %.6e energy %.6e\n", tree.cells().size(), px, energy);
  return 0;
}
