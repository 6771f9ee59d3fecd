int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  for (i = 0; i < n; i++) b[i] = ‹n - 1 - i¦(i + 1) % n¦i›;
  for (i = 0; i < n; i++) a[b[i]] = i;
  @slip(a)
  for (i = 0; i < n; i++) check(a[b[i]] == «i¦i + (i == 2)»);
  return 0;
}
