extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), up = 0, down = n;
  if (n < 0 || n > 1000)
    return 0;
  while (down > 0) {
    up++;
    down--;
  }
  if (up != n)
    reach_error();
  return 0;
}
