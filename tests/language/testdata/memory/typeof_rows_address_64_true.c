extern void reach_error(void);
int m[3][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, {9, 10, 11, 12} };
int main(void) {
  if ((&m[0])[1][2] != 7) reach_error();
  if ((*(&m[0] + 2))[0] != 9) reach_error();
  if (&m[2] - &m[0] != 2) reach_error();
  if ((char *)(&m[0] + 1) - (char *)m != 16) reach_error();
  if (sizeof *&m[1] != 16) reach_error();
  if (_Generic(&m[1], int (*)[4]: 1, default: 0) != 1) reach_error();
  if (_Generic(m[1], int *: 1, default: 0) != 1) reach_error();
  if (!__builtin_types_compatible_p(__typeof__(&m[1]), int (*)[4])) reach_error();
  if (__builtin_types_compatible_p(__typeof__(m[1]), int *)) reach_error();
  int c = 1; __typeof__(c ? &m[1] : 0) q = m + 1; if (q[1][0] != 9) reach_error();
  __typeof__((&m[1])) q2 = m + 1; if (q2[1][0] != 9) reach_error();
  __typeof__(&m[1] + 1) q3 = m + 1; if (q3[1][0] != 9) reach_error();
  __typeof__(({ &m[1]; })) q4 = m + 1; if (q4[1][0] != 9) reach_error();
  __typeof__(*&m[1]) r; if (sizeof r != 16) reach_error();
  return 0;
}
