#include <math.h>
extern void reach_error(void);
#define T(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
  int e;
  long double w;
  T(frexpl(12, &e) == 0.75L && e == 4 && ldexpl(0.75L, 4) == 12 && scalbnl(0x1p-16445L, 16445) == 1);
  T(modfl(-3.25L, &w) == -0.25L && w == -3 && ilogbl(0x1p-16400L) == -16400 && logbl(8) == 3);
  T(nextafterl(1, 2) == 1 + 0x1p-63L && nextafterl(1, 0) == 1 - 0x1p-64L);
  return 0;
}
