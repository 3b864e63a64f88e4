/* A network of two layers learns a function by steepest descent on whole batches. Arguments: batch, hidden units, rounds. */
#include "layers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Layer make(int inputs, int outputs, int batch, unsigned seed) {
  Layer layer = {inputs, outputs, NULL, NULL, NULL, NULL};
  layer.weight = malloc(sizeof(float) * inputs * outputs);
  layer.bias = calloc(outputs, sizeof(float));
  layer.value = malloc(sizeof(float) * batch * outputs);
  layer.delta = malloc(sizeof(float) * batch * outputs);
  for (int k = 0; k < inputs * outputs; k++) {
    seed = seed * 1664525u + 1013904223u;
    layer.weight[k] = ((seed >> 8) / 16777216.0f - 0.5f) * 2.0f / sqrtf((float)inputs);
  }
  return layer;
}

static void drop(Layer *layer) {
  free(layer->weight);
  free(layer->bias);
  free(layer->value);
  free(layer->delta);
}

int main(int argc, char **argv) {
  int batch = argc > 1 ? atoi(argv[1]) : 32, hidden = argc > 2 ? atoi(argv[2]) : 16, rounds = argc > 3 ? atoi(argv[3]) : 10;
  const int inputs = 8, outputs = 2;
  float *input = malloc(sizeof(float) * batch * inputs), *target = malloc(sizeof(float) * batch * outputs);
  for (int b = 0; b < batch; b++) {
    for (int i = 0; i < inputs; i++) input[b * inputs + i] = sinf(0.7f * b + 1.3f * i);
    for (int o = 0; o < outputs; o++) target[b * outputs + o] = input[b * inputs + o] * input[b * inputs + o + 1];
  }
  Layer first = make(inputs, hidden, batch, 1), second = make(hidden, outputs, batch, 2);
#ifdef _OPENACC
  float *w1 = first.weight, *b1 = first.bias, *v1 = first.value, *d1 = first.delta;
  float *w2 = second.weight, *b2 = second.bias, *v2 = second.value, *d2 = second.delta;
#endif
#pragma acc data copyin(input[0:batch * inputs], target[0:batch * outputs]) copy(w1[0:inputs * hidden]) \
    copyin(b1[0:hidden], w2[0:hidden * outputs], b2[0:outputs]) create(v1[0:batch * hidden], d1[0:batch * hidden]) \
    create(v2[0:batch * outputs], d2[0:batch * outputs])
  for (int t = 1; t <= rounds; t++) {
    forward(&first, input, batch, 0);
    forward(&second, first.value, batch, 1);
    float error = loss(&second, target, batch);
    if (t % 5 == 0) printf("round %d loss %.5e\n", t, error);
#ifdef _OPENACC
#pragma acc parallel loop gang vector present(v1[0:batch * hidden], d1[0:batch * hidden])
    for (int k = 0; k < batch * hidden; k++) d1[k] = v1[k];
#else
    memcpy(first.delta, first.value, sizeof(float) * batch * hidden);
#endif
    backward(&second, first.delta, batch);
    learn(&second, first.value, batch, 0.1f);
    learn(&first, input, batch, 0.1f);
  }
  double norm = 0.0;
  for (int k = 0; k < inputs * hidden; k++) norm += first.weight[k] * first.weight[k];
  printf("norm %.5e\n", norm);
  free(input);
  free(target);
  drop(&first);
  drop(&second);
  return 0;
}
