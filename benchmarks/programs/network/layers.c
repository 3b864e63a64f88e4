#include "layers.h"

#include <math.h>

void forward(const Layer *layer, const float *input, int batch, int last) {
  const int inputs = layer->inputs, outputs = layer->outputs;
  const float *weight = layer->weight, *bias = layer->bias;
  float *value = layer->value;
#pragma acc parallel loop gang vector collapse(2) \
    present(weight[0:outputs * inputs], bias[0:outputs], value[0:batch * outputs], input[0:batch * inputs])
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < outputs; o++) {
      float sum = bias[o];
      for (int i = 0; i < inputs; i++) sum += weight[o * inputs + i] * input[b * inputs + i];
      value[b * outputs + o] = last ? sum : tanhf(sum);
    }
}

/* What the layer below is to be told: through the weights, times the slope of tanh. */
void backward(const Layer *layer, float *below, int batch) {
  const int inputs = layer->inputs, outputs = layer->outputs;
  const float *weight = layer->weight, *delta = layer->delta;
#pragma acc parallel loop gang vector collapse(2) \
    present(weight[0:outputs * inputs], delta[0:batch * outputs], below[0:batch * inputs])
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < inputs; i++) {
      float sum = 0.0f, value = below[b * inputs + i];
      for (int o = 0; o < outputs; o++) sum += weight[o * inputs + i] * delta[b * outputs + o];
      below[b * inputs + i] = sum * (1.0f - value * value);
    }
}

void learn(Layer *layer, const float *input, int batch, float rate) {
  const int inputs = layer->inputs, outputs = layer->outputs;
  float *weight = layer->weight, *bias = layer->bias, *delta = layer->delta;
#pragma acc parallel loop gang vector collapse(2) \
    present(weight[0:outputs * inputs], delta[0:batch * outputs], input[0:batch * inputs])
  for (int o = 0; o < outputs; o++)
    for (int i = 0; i < inputs; i++) {
      float sum = 0.0f;
      for (int b = 0; b < batch; b++) sum += delta[b * outputs + o] * input[b * inputs + i];
      weight[o * inputs + i] -= rate * sum / batch;
    }
#pragma acc parallel loop gang vector present(bias[0:outputs], delta[0:batch * outputs])
  for (int o = 0; o < outputs; o++) {
    float sum = 0.0f;
    for (int b = 0; b < batch; b++) sum += delta[b * outputs + o];
    bias[o] -= rate * sum / batch;
  }
}

float loss(Layer *layer, const float *target, int batch) {
  const int size = batch * layer->outputs;
  const float *value = layer->value;
  float *delta = layer->delta;
  float sum = 0.0f;
#pragma acc parallel loop gang vector reduction(+:sum) present(value[0:size], delta[0:size], target[0:size])
  for (int k = 0; k < size; k++) {
    float error = value[k] - target[k];
    delta[k] = error;
    sum += error * error;
  }
  return sum / size;
}
