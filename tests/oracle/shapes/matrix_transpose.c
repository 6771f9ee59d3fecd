int main(void) {
  @size(0)
  int i, j, m[41][41], w[41][41];
  if (n > 40) abort();
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = i * 50 + j;
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) w[j][i] = m[«i¦j»][«j¦i»];
  @slip(w[0])
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) check(w[i][j] == m[j][i]);
  return 0;
}
