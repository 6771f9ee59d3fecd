void *malloc(unsigned long); void free(void *); void reach_error(void); int nd(void);
int g[4], h[4];
struct s { int k; int a[3]; };
int sum(int *p, int *e) { int n = 0; while (p != e) n += *p++; return n; }
int main(void) {
  struct s *x = malloc(sizeof *x);
  int i = nd(), *p = &x->a[i], *q = g + i;
  x->a[i] = *(q - 1 + i);
  if (p < q || q - h > 1 || sum(g, g + 4) != sum(h, h + 4)) reach_error();
  free((char *)x + i);
  return 0;
}
