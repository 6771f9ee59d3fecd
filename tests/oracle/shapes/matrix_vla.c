int main(void) {
  @size(0)
  if (n > 30) abort();
  int i, j, m[n + 3][n + 3];
  for (i = 0; i < n + 3; i++) for (j = 0; j < n + 3; j++) m[i][j] = 0;
  for (i = 0; i < n; i++) for (j = 0; j < i; j++) m[i][j] = ‹v:1¦2›;
  @slip(m[1])
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) check(m[i][j] == (j «<¦<=» i ? ‹v› : 0));
  return 0;
}
