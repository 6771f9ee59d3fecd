extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned least(unsigned n, unsigned from) {
  unsigned i = from;
  while (i < n)
    i++;
  return i;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 10 || n > 100)
    return 0;
  if (least(n, 1) != n)
    reach_error();
  if (least(50, n) < 50)
    reach_error();
  return 0;
}
