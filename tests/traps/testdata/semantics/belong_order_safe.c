extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
static int a[2], b[2];
int *t[2];
int main(void) {
  t[0] = a, t[1] = b;
  if (t[0] < t[1]) reach_error(); /* undefined */
  return 0;
}
