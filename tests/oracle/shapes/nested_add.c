int main(void) {
  @size(0)
  int i;
  int j;
  @array(a)
  for (j = 0; j < ‹r:2¦3›; j++) for (i = 0; i < n; i++) a[i] += «1¦j == 0»;
  @slip(a)
  @each(i) check(a[i] == ‹r›);
  return 0;
}
