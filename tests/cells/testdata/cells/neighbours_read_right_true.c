extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
// Two cells are read at a time, in the loop that writes them.
int main(void) {
  static int a[1000];
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 1000) return 0;
  for (i = 0; i < n; i++) {
    a[i] = i;
    if (i > 2 && a[i - 1] + a[i - 2] == 10) reach_error();
  }
  return 0;
}
