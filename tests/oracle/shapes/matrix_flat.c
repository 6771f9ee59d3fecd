int main(void) {
  @size(0)
  if (n > 30) abort();
  int i, j, m[1000];
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) m[n * i + j] = ‹i¦j¦3›;
  for (i = 0; i < n; i++) for (j = 0; j + 1 < n; j++) check(m[n * i + j] «<=¦<» m[n * i + j + 1]);
  return 0;
}
