// TRUE: A PID controller with limits: whatever it measures, numbers or not, what it gives is within them.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
static float integral, last;
static float clamp(float x, float lo, float hi) { return x > hi ? hi : x > lo ? x : lo; }
static float step(float target, float seen, float dt) {
  float error = target - seen;
  integral = clamp(integral + error * dt, -50.0f, 50.0f);
  float d = (error - last) / dt;
  last = error;
  return clamp(2.0f * error + 0.5f * integral + 0.1f * d, -100.0f, 100.0f);
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    float out = step(__VERIFIER_nondet_float(), __VERIFIER_nondet_float(), 0.01f);
    if (!(out >= -100.0f && out <= 100.0f)) reach_error();
  }
  return 0;
}
