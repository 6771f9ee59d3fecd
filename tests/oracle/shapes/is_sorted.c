int main(void) {
  @size(0)
  int i;
  int sorted = 1;
  @array(a)
  @contents(a)
  for (i = «1¦2»; i < n; i++) if (a[i - 1] > a[i]) sorted = 0;
  if (sorted) for (i = 1; i < n; i++) check(a[i - 1] «<=¦<» a[i]);
  return 0;
}
