int main(void) {
  @size(0)
  int i;
  int m;
  @array(a)
  @contents(a)
  m = ‹a[0]¦-1¦-5›;
  @each(i) if (a[i] «>¦<» m) m = a[i];
  @slip(a)
  @each(i) check(a[i] <= m);
  return 0;
}
