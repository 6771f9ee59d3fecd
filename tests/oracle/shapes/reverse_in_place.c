int main(void) {
  @size(0)
  int i;
  int j, t;
  @array(a)
  @array(b)
  @contents(a)
  for (i = 0; i < n; i++) b[i] = a[i];
  for (i = 0, j = n - 1; i «<¦< -1 +» j; i++, j--) { t = a[i]; a[i] = a[j]; a[j] = «t¦a[i]»; }
  @slip(a)
  @each(i) check(a[i] == b[n - 1 - i]);
  return 0;
}
