extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
/* Steps of even length never lead to an odd place. */
int main(void) {
  int n = size(), i, x = 0, far = 0; int step[n];
  for (i = 0; i < n; i++) step[i] = 2;
  while (__VERIFIER_nondet_int()) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= n) break;
    if (x < 100) x = x + step[j]; else { x = 0; far = 1; }
    if (x == 101) reach_error();
    if (far && x > 100) reach_error();
  }
}
