extern void reach_error(void);
/* An array is qualified as its elements are. */
typedef int row[1'0];
int main(void) {
  const int(*u)[1] = 0;
  volatile row *w = 0;
  row *plain = 0;
  void *v = 0;
  const void *c = 0;
  if (_Generic(1 ? u : v, const void *: 1, void *: 0) != 1 || _Generic(1 ? v : u, const void *: 1, void *: 0) != 1)
    reach_error();
  if (_Generic(1 ? w : c, const volatile void *: 1, const void *: 2, default: 0) != 1)
    reach_error();
  if (_Generic(1 ? plain : v, const void *: 1, void *: 0) != 0)
    reach_error();
  if (_Generic(1 ? plain : w, row *: 1, volatile row *: 2, default: 0) != 2)
    reach_error();
  const row *q = plain;
  q = c;
  return q != 0;
}
