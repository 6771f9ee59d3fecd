extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
int *t[2];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  t[0] = malloc(16), t[1] = malloc(16);
  t[0][3] = 0;
  t[0][n] = 1;
  if (t[0][3] == 1) reach_error(); /* with n == 3 */
  return 0;
}
