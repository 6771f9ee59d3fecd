extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a, b;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if ((unsigned)&a < (unsigned)&b && x == 1)
    reach_error();
  return 0;
}
