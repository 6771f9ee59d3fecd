/* constexpr objects are constants */
void reach_error(void);
int main(void) {
  constexpr int n = 3, m = n * 2;
  int a[m] = {0};
  enum { last = m - 1 };
  struct { unsigned f : n; } s = { 7 };
  static int st = m + n;
  switch (a[last]) { case n - 3: break; default: reach_error(); }
  if (sizeof a / sizeof a[0] != 6 || st != 9 || s.f != 7) reach_error();
  static_assert(m == 6);
  const int *p = &n;
  if (*p != 3) reach_error();
  return 0;
}
