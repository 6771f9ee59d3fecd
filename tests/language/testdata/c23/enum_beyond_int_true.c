/* the constants of an enumeration with a value that is no int have its type */
void reach_error(void);
enum big { NONE, TOP = 0x80000000 };
enum next { ONE = 1, LAST = 0x7fffffff, BEYOND };
enum huge { ZERO, HUGE = 0x100000000 };
enum negative { LESS = -1, MOST = 0xffffffff };
enum small { A, B = 0x7fffffff };
int main(void) {
  constexpr int one = 1;
  if (NONE - one < 0 || ONE - 2 < 0 || ZERO - one < 0 || LESS > 0 || A - one > 0) reach_error();
  if (_Generic(NONE, unsigned: 0, default: 1) || _Generic(LAST, unsigned: 0, default: 1) || _Generic(A, int: 0, default: 1)) reach_error();
  if (sizeof ZERO != 8 || sizeof LESS != 8 || sizeof B != 4) reach_error();
  return 0;
}
