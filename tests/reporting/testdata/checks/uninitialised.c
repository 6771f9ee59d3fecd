// checks: uninitialised
// flags: --all-checks
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static int first(int *p) { return *p; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int decides, copied, copy, overwritten, pointed, later;
  struct pair half, *block = malloc(sizeof *block), *zero = calloc(1, sizeof *zero);
  half.a = 1;
  struct pair whole = half; // a copy
  overwritten = 3;
  if (n > 5)
    decides = 1;
  copy = copied;
  block->a = n;
  if (n < 3 && decides > 2)
    return 1;
  if (n == 4 && block->b)
    return 2;
  if (n == 7 && first(&pointed))
    return 3;
  if (n > 100 && n < 90)
    return later;
  int sum = zero->b + overwritten + whole.a;
  if (sum)
    free(block);
  return copy;
}
