int main(void) {
  @size(0)
  int i;
  int t, more = 1;
  @array(a)
  @contents(a)
  while (more) { more = 0; for (i = 1; i < n; i++) if (a[i - 1] > a[i]) { t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; more = «1¦i > 1»; } }
  @slip(a)
  for (i = 1; i < n; i++) check(a[i - 1] «<=¦<» a[i]);
  return 0;
}
