int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @array(c)
  @contents(a)
  @each(i) b[i] = a[i];
  @each(i) c[i] = «b¦a»[«i¦n - 1 - i»];
  @slip(c)
  @each(i) check(c[i] == a[i]);
  return 0;
}
