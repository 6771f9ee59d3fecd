extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
/* Only cells that are not negative are kept; a machine adds them. */
int in[1000], kept[1000];
int main(void) {
  int n = __VERIFIER_nondet_int(), i, m = 0, mode = 0, low = 0;
  if (n < 1 || n > 1000) return 0;
  for (i = 0; i < n; i++) { int v = __VERIFIER_nondet_int(); in[i] = v; }
  for (i = 0; i < n; i++) if (in[i] >= 7) kept[m++] = in[i];
  while (__VERIFIER_nondet_int()) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= m) break;
    if (mode == 0) { low = kept[j]; mode = 1; }
    else if (mode == 1) { if (kept[j] < low) low = kept[j]; mode = 2; }
    else { if (low < 7) reach_error(); mode = 0; low = 9; }
  }
}
