extern void reach_error(void);
int m[3][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } };
int main(void) {
  __auto_type p = &m[0];
  __auto_type q = m[1];
  if (sizeof *p != 16 || p[1][2] != 7 || q[2] != 7 || sizeof q != 8)
    reach_error();
  return 0;
}
