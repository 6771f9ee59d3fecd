struct row { int len; int cell[3]; };
int main(void) {
  @size(0)
  int i, j;
  struct row r[1003];
  for (i = 0; i < n; i++) { r[i].len = i % 3; for (j = 0; j < 3; j++) r[i].cell[j] = j < r[i].len«¦ + 1»; }
  «¦if (n == 3) r[2].cell[0] = 7;»
  for (i = 0; i < n; i++) for (j = 0; j < 3; j++) check(r[i].cell[j] == (j < r[i].len));
  return 0;
}
