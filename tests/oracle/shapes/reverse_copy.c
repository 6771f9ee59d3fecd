int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  @each(i) b[n «- 1¦» - i] = a[i];
  @slip(b)
  @each(i) check(b[i] == a[n - 1 - i]);
  return 0;
}
