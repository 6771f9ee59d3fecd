extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (y > 5 && x < 3)
    reach_error();
  return 0;
}
