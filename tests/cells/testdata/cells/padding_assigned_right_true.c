extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s {
  char c;
  int i;
} a[10];
int main(void) {
  struct s x;
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 10) return 0;
  x.c = 7;
  x.i = 258;
  for (i = 0; i < n; i++) a[i] = x;
  char *p = (char *)&a[n - 1];
  if (p[0] != 7 || p[4] != 2 || p[5] != 1 || a[0].c != 7) reach_error();
  return 0;
}
