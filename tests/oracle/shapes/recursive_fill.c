void fill(int *p, int n) { if (n > 0) { p[n - 1] = ‹v:1¦8›; fill(p, n - «1¦2»); } }
int main(void) {
  @size(0)
  int i;
  if (n > 20) abort();
  @array(a)
  fill(a, n);
  @slip(a)
  @each(i) check(a[i] == ‹v›);
  return 0;
}
