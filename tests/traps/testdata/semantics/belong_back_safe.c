extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
static int a[4];
int main(void) {
  int *p = a - 1, i; /* as if from 1 on */
  for (i = 1; i <= 4; i++) p[i] = i;
  if (a[0] != 1 || a[3] != 4) reach_error();
  return 0;
}
