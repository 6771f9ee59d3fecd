int main(void) {
  @size(0)
  int i;
  @array(a)
  for (i = 0; i < n + 3; i++) a[i] = i;
  if (n > 0) memmove(a + 1, a, («n¦n - 1») * sizeof(int));
  @slip(a)
  for (i = 1; i <= n; i++) check(a[i] == i - 1);
  return 0;
}
