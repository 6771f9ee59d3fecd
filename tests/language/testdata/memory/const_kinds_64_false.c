extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
typedef const int A[2]; struct s { const char *n; }; typedef int *const P;
const int *p; int *const *q; const int *a[2]; const int (*b)[2]; P *c; static struct s t[2];
int f(const int n, int *const r) { const int *x = &n; int *const *y = &r; return n > 0 ? f(n - 1, r) : *x + **y; }
void g(const int v[2], A w) { *(void **)&v = 0; *(void **)&w = 0; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 7, i;
  *(const int **)&p = 0, *(int *const **)&q = 0, a[1] = 0, *(void **)&b = 0, *(void **)&c = 0, t[1].n = "a";
  *(int *)(const int *)(int[]){ 1 } = 2;
  for (i = 0; i < 2; i++) { const int k = i; const int *const r = &k; const char *const n[] = { "a", "b" }; const char *const *m = n; if (*r != i || m[1][0] != 'b') return 0; }
  g(a[0], a[0]);
  if (x == 7 && f(2, &y) == 7) reach_error();
}
