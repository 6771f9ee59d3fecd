extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
static int a[4];
int main(void) {
  int *p = a, i = __VERIFIER_nondet_int();
  if (i < 1 || i > 4) return 0;
  *(p - 1 + i) = 7;
  if (a[3] == 7) reach_error();
  return 0;
}
