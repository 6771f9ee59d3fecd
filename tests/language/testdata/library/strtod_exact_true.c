#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
#define T(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
  char *e, s[] = " 1e3x";
  double d = 7;
  float f = 7;
  long double l = 7;
  int n = 0;
  T(strtod(s, &e) == 1000 && e == s + 4);
  T(strtod("1.00000000000000011102230246251565404236316680908203125", 0) == 1);
  T(strtod("1.00000000000000011102230246251565404236316680908203126", 0) == 1 + 0x1p-52);
  T(strtof("16777217", 0) == 16777216 && strtod("0x.8p1", 0) == 1 && strtod("-Infinity", 0) == -1 / 0.0);
  T(strtold("0.1", 0) != 0.1 && strtold("0.1", 0) == 0.1L);
  errno = 0;
  T(strtod("1e999", 0) == 1 / 0.0 && errno == ERANGE);
  errno = 0;
  T(strtod("4.9e-324", 0) == 0x1p-1074 && errno == ERANGE);
  d = strtod("nan(7)", &e);
  T(d != d && *e == 0 && strtod(".e1", &e) == 0 && *e == '.');
  T(sscanf("0.5,-1e-2 2.5", "%f,%lf%Lf%n", &f, &d, &l, &n) == 3 && f == 0.5f && d == -0.01 && l == 2.5L && n == 13);
  T(sscanf("3.75", "%3lf", &d) == 1 && d == 3.7 && sscanf("x", "%lf", &d) == 0 && sscanf("", "%lf", &d) == EOF);
  return 0;
}
