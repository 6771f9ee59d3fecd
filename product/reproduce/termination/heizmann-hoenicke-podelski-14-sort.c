// Heizmann, Hoenicke, Podelski, "Termination analysis by learning terminating programs", CAV 2014: sort, the running example.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int a[256];
static void sort(int i) {
  while (i > 0) {
    int j = 1;
    while (j < i) {
      if (a[j] > a[i]) {
        int old = a[i];
        a[i] = a[j];
        a[j] = old;
      }
      j++;
    }
    i--;
  }
}
int main(void) {
  for (int i = 0; i < 256; i++)
    a[i] = __VERIFIER_nondet_int();
  sort(__VERIFIER_nondet_uchar());
  return 0;
}
