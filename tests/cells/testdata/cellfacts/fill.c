extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
/* A table of equal cells; a counter of what is read there. */
int table[1000];
int main(void) {
  int n = __VERIFIER_nondet_int(), i, state = 0, spent = 0;
  if (n < 1 || n > 1000) return 0;
  for (i = 0; i < n; i++) table[i] = 3;
  while (__VERIFIER_nondet_int()) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= n) break;
    if (state == 0) { spent = table[j]; state = 1; }
    else if (state == 1) { spent += table[j]; state = 2; }
    else { if (spent != 6) reach_error(); state = 0; spent = 0; }
  }
}
