#include <stdarg.h>
extern void reach_error(void);
/* Functions with variable arguments only; va_start needs no parameter. */
double sum(...) {
  va_list ap;
  double s = 0;
  va_start(ap);
  for (int n = va_arg(ap, int); n > 0; n--)
    s += va_arg(ap, double);
  va_end(ap);
  return s;
}
void *last(...);
int apply(double(...));
int none(...) { return 3; }
static int twice(int n, ...) {
  va_list ap;
  va_start(ap);
  int k = va_arg(ap, int);
  va_start(ap, n);
  return k + va_arg(ap, int);
}
void *last(...) {
  va_list ap;
  va_start(ap, 1, 2);
  (void)va_arg(ap, int);
  void *p = va_arg(ap, void *);
  va_end(ap);
  return p;
}
int main(void) {
  char c = 2;
  float f = 1.5f;
  double (*g)(...) = sum;
  if (sum(c, f, 2.0) != 3.5 || g(1, 4.0) != 4.0 || g(0) != 0)
    reach_error();
  int x = 1;
  if (last(c, &x) != &x || none() + none(1, 2.0) != 6 || twice(0, 4) != 8)
    reach_error();
  return 0;
}
