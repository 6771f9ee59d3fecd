int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  i = 0;
  while (i < n && a[i] != ‹z:0¦2›) { b[i] = a[i]; i«++¦ += 2»; }
  int m = i;
  @slip(b)
  for (i = 0; i < m; i++) check(b[i] == a[i] && a[i] «!=¦==» ‹z›);
  return 0;
}
