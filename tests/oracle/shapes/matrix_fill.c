int m[40][40];
int main(void) {
  @size(0)
  int i, j;
  if (n > 40) abort();
  for (i = 0; i < n; i++) for (j = 0; j «<¦< -1 +» n; j++) m[i][j] = ‹i + j¦7¦i - j¦i * 2 + j›;
  @slip(m[0])
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) check(m[i][j] == m«[i][j]¦[j][i]»);
  for (i = 0; i + 1 < n; i++) check(m[i][0] «<=¦<» m[i + 1][0]);
  return 0;
}
