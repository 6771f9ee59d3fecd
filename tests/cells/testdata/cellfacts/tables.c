extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
/* Two tables made by one loop: a sum of differences stays where a machine of three states allows it. */
int main(void) {
  int n = size(), i, state = 0, debt = 0; int lo[n], hi[n];
  for (i = 0; i < n; i++) { lo[i] = __VERIFIER_nondet_int(); if (lo[i] < 0 || lo[i] > 1000) lo[i] = 0; hi[i] = lo[i] + 3; }
  while (__VERIFIER_nondet_int()) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= n) break;
    if (state == 0) { debt = hi[j] - lo[j]; state = 1; }
    else if (state == 1) { debt = debt - 1; if (debt == 1) state = 2; }
    else { debt = 0; state = 0; }
    if (state == 0 && debt != 0) reach_error();
    if (debt > 3 || debt < 0) reach_error();
  }
}
