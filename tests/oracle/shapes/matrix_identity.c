int main(void) {
  @size(0)
  int i, j, m[41][41];
  if (n > 40) abort();
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = i == j«¦ || i + j == 3»;
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) check(m[i][j] == (i == j));
  return 0;
}
