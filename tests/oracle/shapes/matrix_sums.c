int m[41][3];
int main(void) {
  @size(0)
  int i, j, s;
  if (n > 40) abort();
  for (i = 0; i < n; i++) for (j = 0; j < 3; j++) m[i][j] = i;
  @slip(m[1])
  for (i = 0; i < n; i++) { s = 0; for (j = 0; j < «3¦2»; j++) s += m[i][j]; check(s == 3 * i); }
  return 0;
}
