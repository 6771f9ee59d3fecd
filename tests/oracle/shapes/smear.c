int main(void) {
  @size(0)
  int i;
  @array(a)
  @contents(a)
  for (i = 1; i < n; i++) a[i] = a[i - «1¦0»];
  @slip(a)
  @each(i) check(a[i] == a[0]);
  return 0;
}
