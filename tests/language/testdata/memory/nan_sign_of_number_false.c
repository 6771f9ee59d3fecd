#include <math.h>
extern void reach_error(void); extern float __VERIFIER_nondet_float(void);
int main(void){ float f=__VERIFIER_nondet_float(); if (f < 0 && signbit(f) && copysignf(1.0f,f) == -1.0f) reach_error(); return 0; }
