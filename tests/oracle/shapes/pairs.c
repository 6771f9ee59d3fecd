int main(void) {
  @size(0)
  int i;
  int j;
  @array(a)
  for (i = 0; i < n; i++) a[i] = ‹i¦2 * i + 1¦-i›«¦ - (i == 2)»;
  @slip(a)
  for (i = 0; i < n; i++) for (j = 0; j < i; j++) check(a[i] != a[j]);
  return 0;
}
