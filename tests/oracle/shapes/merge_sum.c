int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @array(c)
  @contents(a)
  @contents(b)
  @each(i) c[i] = a[i] + b[i];
  @each(i) c[i] -= «b[i]¦b[n - 1 - i]»;
  @slip(c)
  @each(i) check(c[i] == a[i]);
  return 0;
}
