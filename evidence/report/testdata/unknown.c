extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) {
    __asm__ volatile("cpuid");
    reach_error();
  }
  return 0;
}
