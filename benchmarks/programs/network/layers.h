#ifndef LAYERS_H
#define LAYERS_H

/* A dense layer: weights row by row, the activations of a whole batch. */
typedef struct {
  int inputs, outputs;
  float *weight, *bias;   /* outputs × inputs, outputs */
  float *value, *delta;   /* batch × outputs */
} Layer;

void forward(const Layer *layer, const float *input, int batch, int last);
void backward(const Layer *layer, float *below, int batch);
void learn(Layer *layer, const float *input, int batch, float rate);
float loss(Layer *layer, const float *target, int batch);

#endif
