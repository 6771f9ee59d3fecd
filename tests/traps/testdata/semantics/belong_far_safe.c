extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
static int a[4], b[4];
int *t[2];
int main(void) {
  t[0] = a, t[1] = b;
  int *p = t[0];
  p += 8;
  *p = 1; /* undefined, wherever b lies */
  if (t[1][0] == 1) reach_error();
  return 0;
}
