extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int *t[2];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  t[0] = malloc(16), t[1] = malloc(16);
  t[1][0] = 0;
  t[0][n] = 1; /* from 4 on undefined: not in the other block */
  if (t[1][0] == 1) reach_error();
  return 0;
}
