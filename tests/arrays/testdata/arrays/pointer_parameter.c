#include "arrays.h"
/* Arrays that functions get by their addresses. */
static void fill(int *p, int n, int v) { int i; for (i = 0; i < n; i++) p[i] = v; }
static void copy(int *to, const int *from, int n) { while (n > 0) { n--; to[n] = from[n]; } }
static int same(const int *a, const int *b, int n) { int i; for (i = 0; i < n; i++) if (a[i] != b[i]) return 0; return 1; }
int main(void) {
  int a[2000], b[2000];
  fill(a, 2000, 3);
  copy(b, a, 2000);
  check(same(a, b, 2000));
}
