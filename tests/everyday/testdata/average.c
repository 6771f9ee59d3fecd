// TRUE: A moving average of floats between two bounds stays between them, give or take rounding.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
#define N 4
int main(void) {
  float window[N] = {0};
  float sum = 0;
  for (int i = 0; i < 6; i++) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0.0f && x <= 100.0f)) return 0;
    sum -= window[i % N];
    window[i % N] = x;
    sum += x;
    float mean = sum / N;
    if (!(mean >= -1.0f && mean <= 101.0f)) reach_error();
  }
  return 0;
}
