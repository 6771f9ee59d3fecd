#include <assert.h>
#include <stdlib.h>
int main(int argc, char *argv[]) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  if (n < 0 || n > 9) return 1;
  int a[10];
  for (int i = 0; i <= n; i++) a[i] = i;
  assert(a[n] == n);
  return 0;
}
