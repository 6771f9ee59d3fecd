int main(void) {
  @size(0)
  int i;
  int t;
  @array(a)
  @contents(a)
  for (i = 0; i + 1 < n; i++) if (a[i] «>¦<» a[i + 1]) { t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }
  @slip(a)
  @each(i) check(a[i] <= a[n - «1¦2» + (n < 2)]);
  return 0;
}
