extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
/* Two copies of a table; a machine that reads both in turn. */
int first[500], second[500];
int main(void) {
  int n = __VERIFIER_nondet_int(), i, turn = 0, seen = 0, at = 0;
  if (n < 1 || n > 500) return 0;
  for (i = 0; i < n; i++) { int v = __VERIFIER_nondet_int(); first[i] = v; second[i] = v; }
  while (__VERIFIER_nondet_int()) {
    if (turn == 0) { at = __VERIFIER_nondet_int(); if (at < 0 || at >= n) break; seen = first[at]; turn = 1; }
    else { if (seen != second[at]) reach_error(); turn = 0; }
  }
}
