// function: get
// flags: --all-checks
struct pair { int a[4]; int b[4]; };
int get(struct pair *p, int i, int d) {
  if (!p)
    return p->b[0];
  return p->a[i] / d;
}
