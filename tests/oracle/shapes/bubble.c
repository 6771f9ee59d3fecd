int main(void) {
  @size(0)
  int i;
  int t, j;
  @array(a)
  @contents(a)
  for (j = 0; j < n; j++) for (i = 0; i + 1 < n - «j¦2 * j»; i++) if (a[i] > a[i + 1]) { t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }
  @slip(a)
  for (i = 1; i < n; i++) check(a[i - 1] <= a[i]);
  return 0;
}
