extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int *get(void) {
  int x = 5;
  return &x;
}
int main(void) {
  int *p = 0, k = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) {
    int y = i;
    p = &y;
  }
  if (k == 2 && *p == 1)
    reach_error();
  if (k == 3 && *get() == 5)
    reach_error();
  {
    p = (int[]){1, 2};
  }
  if (k == 4 && p[1] == 2)
    reach_error();
}
