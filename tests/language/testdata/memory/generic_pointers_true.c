extern void reach_error(void);
typedef int *IP;
const char *const names[] = {"a"};
int f(int *const *p) { return _Generic(p, int *const *: 1, default: 2); }
int main(void) {
  int x = 0, *const l = &x, *volatile v = &x, *const ap[2] = {&x, &x};
  const IP ip = &x;
  if (_Generic(names, const char *const *: 1, default: 2) != 1 || f(&l) != 1 || _Generic(&l, int *const *: 1, default: 2) != 1) reach_error();
  if (_Generic(&v, int *volatile *: 1, int **: 2) != 1 || _Generic(&ip, int **: 1, int *const *: 2) != 2 || _Generic(ap, int *const *: 1, default: 2) != 1) reach_error();
  if (_Generic(&l, int **: 1, default: 2) != 2 || _Generic((const int *)0, const IP: 1, default: 2) != 2) reach_error();
  return 0;
}
