extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
static int a[4], b[4];
int *t[2];
static void put(int *p, int i, int v) { p[i] = v; }
int main(void) {
  t[0] = a, t[1] = b;
  put(t[0], 8, 1); /* undefined, wherever b lies */
  reach_error();
  return 0;
}
