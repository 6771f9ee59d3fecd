extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
static int a[2], b[2];
int main(void) {
  int *p = a + 2, *q = b;
  if (p != q) reach_error(); /* one past the end may be the address of the other, or not */
  return 0;
}
