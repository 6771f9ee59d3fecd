/* typeof_unqual */
void reach_error(void);
int main(void) {
  const int k = 3;
  volatile short v = 2;
  typeof_unqual(k) a = 1;
  a = k + 1;
  typeof_unqual(v) b = 3;
  typeof_unqual(const long) c = 4;
  c++;
  typeof_unqual(const char *const) p = "x";
  p = "yz";
  const int t[2] = {1, 2};
  typeof_unqual(t) u = {0};
  u[1] = 9;
  if (a != 4 || sizeof b != 2 || c != 5 || p[1] != 'z' || sizeof u != sizeof t || u[1] != 9) reach_error();
  return 0;
}
