int main(void) {
  @size(0)
  int i;
  int c = 0;
  @array(a)
  @contents(a)
  @each(i) if (a[i] == ‹x:1¦3›) c++;
  check(0 <= c && c «<=¦<» n);
  if (c == 0) @each(i) check(a[i] != «‹x›¦2»);
  return 0;
}
