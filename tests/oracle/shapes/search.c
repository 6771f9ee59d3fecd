int main(void) {
  @size(0)
  int i;
  @array(a)
  @contents(a)
  int x = ‹x:0¦2¦3›;
  i = 0;
  while (i < n && a[i] != x) i++;
  int at = i;
  @slip(a)
  for (i = 0; i «<¦<=» at; i++) check(a[i] != x);
  return 0;
}
