/* Smooths a plate: every inner point becomes the mean of its neighbours. */
void smooth(int rows, int columns, const float *restrict plate, float *restrict next) {
  for (int i = 1; i < rows - 1; i++) {
    for (int j = 1; j < columns - 1; j++) {
      next[i * columns + j] = 0.25f * (plate[(i - 1) * columns + j] + plate[(i + 1) * columns + j]
                                       + plate[i * columns + j - 1] + plate[i * columns + j + 1]);
    }
  }
}
