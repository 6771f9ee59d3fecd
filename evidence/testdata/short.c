extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = 0;
  for (int i = 0; i < 3; i++)
    y ^= x * x;
  if (y != x * x)
    reach_error();
  return 0;
}
