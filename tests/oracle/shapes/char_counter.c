int main(void) {
  @size(0)
  int i;
  unsigned char c = 0;
  @array(a)
  if (n > 200) abort();
  while (c «<¦< -1 +» n) { a[c] = c; c++; }
  @slip(a)
  for (c = 0; c < n; c++) check(a[c] == c);
  return 0;
}
