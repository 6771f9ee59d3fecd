int main(void) {
  @size(0)
  int i;
  static int c[2010];
  @array(a)
  @array(b)
  @contents(a)
  for (i = 0; i < n; i++) { c[2 * i] = a[i]; c[2 * i + 1] = b[i]; }
  @slip(c)
  @each(i) check(c[2 * i «¦+ 1»] == a[i]);
  return 0;
}
