int main(void) {
  @size(0)
  int i;
  int f = 0;
  @array(a)
  for (i = 0; i < n; i++) { a[i] = f; f = «!f¦f == 0 && i < 1»; }
  @slip(a)
  for (i = 1; i < n; i++) check(a[i] != a[i - 1]);
  return 0;
}
