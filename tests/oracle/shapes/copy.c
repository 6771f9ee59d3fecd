int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  @each(i) b[i] = a[«i¦i + 1»];
  @slip(b)
  @each(i) check(b[i] == a[i]);
  return 0;
}
