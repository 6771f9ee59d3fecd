#include <fenv.h>
extern void reach_error(void);
int main(void) {
  if (fegetround() != FE_TONEAREST || fesetround(FE_TONEAREST)) return 0;
  fesetround(FE_UPWARD);
  volatile double x = 1, y = 3;
  if (x / y > 0.33333333333333333) reach_error();
  return 0;
}
