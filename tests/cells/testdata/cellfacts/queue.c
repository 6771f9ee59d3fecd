extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
/* Weights are positive, so that a queue that takes and gives never runs dry while it is open. */
int main(void) {
  int n = size(), i, open = 0, level = 0; int w[n];
  for (i = 0; i < n; i++) { w[i] = __VERIFIER_nondet_int(); if (w[i] < 1 || w[i] > 9) w[i] = 5; }
  while (__VERIFIER_nondet_int()) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= n) break;
    if (!open) { level = w[j]; open = 1; }
    else { level--; if (level == 0) open = 0; }
    if (open && level <= 0) reach_error();
    if (!open && level != 0) reach_error();
    if (level > 9) reach_error();
  }
}
