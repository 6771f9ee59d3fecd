extern void reach_error(void);
int v[3][4] = {[2][1 ... 2] = 9, 3};
int main(void) {
  int w[3][4] = {[0 ... 1][2] = 5, 6, 7};
  if (v[2][1] != 9 || v[2][2] != 9 || v[2][3] != 3 || v[0][0] || v[2][0]) reach_error();
  if (w[0][2] != 5 || w[0][3] || w[1][2] != 5 || w[1][3] != 6 || w[2][0] != 7) reach_error();
  return 0;
}
