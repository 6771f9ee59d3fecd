int main(void) {
  @size(0)
  int i;
  int *p;
  @array(a)
  for (p = a; p «<¦<=» a + n; p++) *p = ‹v:4¦5›;
  @slip(a)
  @each(i) check(a[i] == ‹v›);
  check(a[n] «==¦>» 0);
  return 0;
}
