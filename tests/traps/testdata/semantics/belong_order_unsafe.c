extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
static int a[2];
int *t[2];
int main(void) {
  t[0] = a, t[1] = a + 2;
  if (t[0] < t[1] && t[1] - t[0] == 2) reach_error();
  return 0;
}
