int main(void) {
  @size(0)
  int i;
  int at = -1;
  @array(a)
  @contents(a)
  @up(i) if (a[i] == ‹x:1¦2›) at = i;
  @slip(a)
  for (i = at + «1¦0»; i < n; i++) check(a[i] != ‹x›);
  if (at >= 0) check(a[at] == «‹x›¦0»);
  return 0;
}
