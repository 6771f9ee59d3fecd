extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
/* A copy; a protocol advances while the copy agrees with the original. */
int main(void) {
  int n = size(), i, phase = 0, count = 0; int a[n], b[n];
  for (i = 0; i < n; i++) b[i] = a[i];
  while (__VERIFIER_nondet_int()) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= n) break;
    if (a[j] == b[j]) {
      if (phase == 0) { phase = 1; count = 1; }
      else if (phase == 1) { count++; if (count > 5) { phase = 2; } }
      else { phase = 0; count = 0; }
    } else phase = 7;
    if (phase > 2) reach_error();
    if (phase == 0 && count != 0) reach_error();
    if (count > 6) reach_error();
  }
}
