int main(void) {
  @size(0)
  int i;
  int j;
  @array(a)
  @contents(a)
  a[n] = ‹x:2¦5›;
  for (i = «0¦1»; a[i] != ‹x›; i++) ;
  check(i <= «n¦n - 1»);
  for (j = 0; j < i; j++) check(a[j] != ‹x›);
  return 0;
}
