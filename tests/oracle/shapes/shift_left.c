int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  for (i = 0; i < n; i++) b[i] = a[i];
  for (i = 0; i + 1 «<¦<=» n; i++) a[i] = a[i + 1];
  @slip(a)
  for (i = 0; i + 1 < n; i++) check(a[i] == b[«i + 1¦i»]);
  return 0;
}
