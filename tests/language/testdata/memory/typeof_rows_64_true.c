extern void reach_error(void);
#define SWAP(a, b) do { __typeof__(a) t_; __builtin_memcpy(&t_, &(a), sizeof t_); __builtin_memcpy(&(a), &(b), sizeof t_); __builtin_memcpy(&(b), &t_, sizeof t_); } while (0)
#define ROW m[0]
#define LEN(a) (sizeof(a) / sizeof((a)[0]) + 0 * sizeof(char[1 - 2 * __builtin_types_compatible_p(__typeof__(a), __typeof__(&(a)[0]))]))
int m[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
struct { int q[3][5]; } s, *ps = &s;
int cube[2][3][4];
int main(void) {
  SWAP(m[0], m[1]);
  if (m[0][3] != 8 || m[1][0] != 1) reach_error();
  __typeof__(m[0]) r = {1,2,3,9};
  if (sizeof r != 16 || r[3] != 9) reach_error();
  __typeof__(m[0]) *p = m; p++;
  if (p[0][0] != 1) reach_error();
  if (sizeof(__typeof__(s.q[1])) != 20 || sizeof(__typeof__(ps->q[1])) != 20 || sizeof(__typeof__((*(&s)).q[1])) != 20) reach_error();
  if (sizeof(__typeof__(cube[0])) != 48 || sizeof(__typeof__(cube[0][1])) != 16 || sizeof(__typeof__(cube[0][1][2])) != 4 || sizeof(__typeof__((cube[1]))) != 48 || sizeof(__typeof__(&cube[1])) != 8 || sizeof(__typeof__(*cube)) != 48) reach_error();
  if (LEN(m[0]) != 4 || LEN(m) != 2) reach_error();
  int n = 3; int v[n][n + 1]; if (sizeof(__typeof__(v[0])) != 16) reach_error();
  __typeof__(&m[1]) pm = m; if ((*pm)[1] != 6) reach_error();
  __typeof__(m[0] + 0) pi = m[1]; if (*pi != 1) reach_error();
  return 0;
}
