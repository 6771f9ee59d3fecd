int main(void) {
  @size(0)
  int i;
  int s = 0;
  @array(a)
  @each(i) a[i] = ‹v:1¦2¦3›;
  @slip(a)
  @each(i) s += a[i];
  check(s == «‹v›¦1» * n);
  return 0;
}
