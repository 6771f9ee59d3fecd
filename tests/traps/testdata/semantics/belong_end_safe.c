extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int main(void) {
  int n = __VERIFIER_nondet_int(), k = 0;
  if (n < 1 || n > 3) return 0;
  int *a = malloc(n * sizeof(int)), *b = malloc(sizeof(int));
  for (int *p = a; p != a + n; p++) k++;
  if (k != n || a == b) reach_error();
  return 0;
}
