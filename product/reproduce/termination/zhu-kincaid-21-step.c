// Zhu, Kincaid, "Termination analysis without the tears", PLDI 2021: the example of the introduction. The inner loop moves the counter of the outer one.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), step = 8;
  while (1) {
    int m = 0;
    while (m < step) {
      if (n < 0)
        return 0;
      m = m + 1;
      n = n - 1;
    }
  }
}
