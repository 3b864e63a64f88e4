// Each thread carries out a program of its own: a stack machine with switches that fall through, calls and loops.
// prints: 84/5 52683877/37 -2023250510/200 -1/2 28/5 10739/21 -1693616234/200 -1/2
// prints: 4/5 955726312/200 -1363981958/200 -1/2 12/5 10739/21 -1034347682/200 -1/2
// prints: 52/5 52683877/37 -704713406/200 -1/2 124/5 2108098391/53 -375079130/200 -1/2
#include <cstdio>
enum Op : unsigned char { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, OUT, HALT, NEG, ABS };
struct Machine {
    int stack[16], top = 0;
    __device__ void push(int v) { stack[top++ & 15] = v; }
    __device__ int pop() { return stack[--top & 15]; }
};
__device__ int carried_out(const unsigned char *code, int input, int &steps) {
    Machine m;
    m.push(input);
    int at = 0, result = 0;
    for (steps = 0; steps < 200; ++steps) {
        switch (code[at++]) {
        case PUSH: m.push((signed char)code[at++]); break;
        case ADD: { int b = m.pop(); m.push(m.pop() + b); break; }
        case MUL: { int b = m.pop(); m.push(m.pop() * b); break; }
        case DUP: { int a = m.pop(); m.push(a), m.push(a); } break;
        case SWAP: { int b = m.pop(), a = m.pop(); m.push(b), m.push(a); break; }
        case ABS:
            if (m.stack[(m.top - 1) & 15] >= 0) break;
            // as NEG
        case NEG: m.push(-m.pop()); break;
        case DEC: m.push(m.pop() - 1); break;
        case JNZ: { int to = (signed char)code[at++]; if (m.stack[(m.top - 1) & 15] != 0) at += to; break; }
        case OUT: result = result * 7 + m.pop(); break;
        case HALT: return result;
        default: return -1;
        }
    }
    return result - 1000000;
}
__constant__ unsigned char programs[4][24] = {
    {DUP, MUL, PUSH, 3, ADD, OUT, HALT},
    {ABS, PUSH, 1, SWAP, DUP, OUT, DEC, JNZ, (unsigned char)-5, ADD, OUT, HALT},
    {NEG, DUP, OUT, PUSH, 1, JNZ, (unsigned char)-6, HALT},
    {DUP, JNZ, 2, OUT, HALT, 77},
};
__global__ void k(int *out, int *steps) {
    int t = threadIdx.x;
    out[t] = carried_out(programs[t % 4], t - 9, steps[t]);
}
int main() {
    int *out, *steps;
    cudaMallocManaged(&out, 96), cudaMallocManaged(&steps, 96);
    k<<<1, 24>>>(out, steps);
    cudaDeviceSynchronize();
    for (int i = 0; i < 24; ++i) printf("%d/%d%s", out[i], steps[i], i % 8 == 7 ? "\n" : " ");
}
