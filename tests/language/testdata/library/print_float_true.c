#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define IS(want, ...) do { if (snprintf(b, sizeof b, __VA_ARGS__) != sizeof want - 1 || strcmp(b, want)) reach_error(); } while (0)
int main(void) {
  char b[80];
  float f = 0.1f;
  IS("2.50", "%.2f", 2.5);
  IS("0 2 2 4", "%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5);
  IS("0.99", "%.2f", 0.995);
  IS("0.10000000149011611938", "%.20f", f);
  IS("1e+23|1e-05|0.0001|100000|1e+06", "%g|%g|%g|%g|%g", 1e23, 0.00001, 0.0001, 100000.0, 1000000.0);
  IS("  3.1|+3.14  |0003.1|3.", "%5.1f|%-+7.2f|%06.1f|%#.0f", 3.14159, 3.14159, 3.14159, 3.14159);
  IS("6.02E+23|-inf|  INF", "%.*E|%f|%*F", 2, 6.02214076e23, -1 / 0.0, 5, 1 / 0.0);
  IS("0x1.8p+1 -0X0P+0 0x0.0000000000001p-1022", "%a %A %a", 3.0, -0.0, 0x1p-1074);
  IS("0.333333333333333333342", "%.21Lf", 1.0L / 3);
  if (__VERIFIER_nondet_int() > 0) IS("1.50 2", "%.2f %d", 1.5, 2);
  return 0;
}
