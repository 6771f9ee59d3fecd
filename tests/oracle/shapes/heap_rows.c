int main(void) {
  @size(0)
  int i, j, *row[1003];
  if (n > 30) abort();
  for (i = 0; i < n; i++) { row[i] = malloc((i + 1) * sizeof(int)); if (!row[i]) abort(); for (j = 0; j <= i; j++) row[i][j] = ‹i¦2¦i + j›; }
  «¦if (n > 1) row[1][0]--;»
  for (i = 0; i < n; i++) for (j = 0; j < i; j++) check(row[i][j] «<=¦<» row[i][j + 1] && row[i][0] == ‹row[i][0]¦*row[i]›);
  for (i = 1; i < n; i++) check(row[i - 1][0] <= row[i][0]);
  return 0;
}
