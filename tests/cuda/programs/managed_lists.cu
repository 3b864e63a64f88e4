// Managed memory with pointers in it: a list and a tree that the host builds and the device walks and changes.
// prints: 380 400 780 -37 2 4
// prints: -380 -375 4
// prints: 0 9 7 5 3 9 7 5 3 -12 10 8 6 4 -5 -5
#include <cstdio>
struct Node { int value; Node *next; };
struct Tree { int key; Tree *left, *right; };
__managed__ int total;
__managed__ Node *kept;
__device__ __managed__ float table[4] = {1, 2, 4, 8};
__global__ void sums(Node **heads, int *out, int many) {
    int t = threadIdx.x;
    if (t >= many) return;
    int sum = 0;
    for (Node *at = heads[t]; at; at = at->next) sum += at->value, at->value = -at->value;
    out[t] = sum;
    atomicAdd(&total, sum);
    if (t == 1) kept = heads[t]->next;
    table[t % 4] *= 2;
}
__global__ void find(const Tree *root, const int *keys, int *depth) {
    const Tree *at = root;
    int d = 0, key = keys[threadIdx.x];
    while (at && at->key != key) at = key < at->key ? at->left : at->right, ++d;
    depth[threadIdx.x] = at ? d : -d;
}
static Tree *put(Tree *root, int key) {
    if (!root) {
        Tree *made;
        cudaMallocManaged(&made, sizeof(Tree));
        *made = {key, nullptr, nullptr};
        return made;
    }
    (key < root->key ? root->left : root->right) = put(key < root->key ? root->left : root->right, key);
    return root;
}
int main() {
    Node **heads, *pool;
    int *out, *keys;
    cudaMallocManaged(&heads, 4 * sizeof(Node *)), cudaMallocManaged(&pool, 40 * sizeof(Node)), cudaMallocManaged(&out, 64);
    cudaMallocManaged(&keys, 64);
    for (int i = 0; i < 4; ++i) heads[i] = nullptr;
    for (int i = 0; i < 40; ++i) pool[i] = {i, heads[i * i % 4]}, heads[i * i % 4] = &pool[i];
    heads[2] = heads[0]->next, heads[3] = nullptr;
    sums<<<1, 2>>>(heads, out, 4);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %g %g\n", out[0], out[1], total, kept->value, table[0], table[1]);
    total = 5;
    sums<<<1, 32>>>(heads, out, 1);
    cudaDeviceSynchronize();
    printf("%d %d %g\n", out[0], total, table[0]);
    Tree *root = nullptr;
    for (int i = 0; i < 50; ++i) root = put(root, i * 17 % 53);
    for (int i = 0; i < 16; ++i) keys[i] = i * 4;
    find<<<1, 16>>>(root, keys, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; ++i) printf("%d ", out[i]);
    printf("\n");
}
