// flags: --all-checks
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int table[8];

int quotient(int a, int b) {
  return a / b;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned s = __VERIFIER_nondet_uint();
  int r = quotient(100, 7);
  if (n > 0 && n < 8)
    table[n] = quotient(n, n);
  unsigned m = 1u << (s % 32);
  if (s < 40)
    m = m >> s;
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += table[i];
  assert(sum < 100);
  assert(sum != 1);
  if (n > 2000000000)
    n = n + 200000000;
  return r;
}
