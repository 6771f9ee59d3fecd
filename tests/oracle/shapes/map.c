int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  @each(i) b[i] = ‹2 * a[i] + 1¦a[i] - 3¦-a[i]¦a[i] + i›;
  @each(i) a[i] = «b[i]¦a[i]»;
  @slip(a)
  @each(i) check(a[i] == b[i]);
  return 0;
}
