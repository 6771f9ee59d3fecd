extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int())
    i = i < 10 ? i + 2 : 0;
  if (i == 7)
    reach_error();
  return 0;
}
