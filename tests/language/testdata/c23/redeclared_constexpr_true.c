/* a parameter, variables, enumerators, members, tags and labels with the name of a constexpr object */
void reach_error(void);
constexpr int n = 3;
struct n { int m, n; };
int vla(int n) { int a[n]; return sizeof a; }
int qualified(int const n) { return n; }
int prototype(int n, int (*)[n]);
int old(m, n) int m, n; { return m - n; }
int local(void) { int const n = 8; return n; }
int listed(void) { int m = 1, n = m + 3; return n; }
int enumerated(void) { enum { m, n, last = n + 1 }; return 10 * n + last; }
int type(void) { typedef char n; return sizeof(n); }
int nested(void) { int r = n; { int r = n; for (int n = 5; n < 6; n++) r += n; if (r != 8 || n != 3) reach_error(); } return r; }
int later(void) { int a = n, n = 9; return a + n; }
int labels(int i)
{
  switch (i) {
  case 0:
  n:
    if (i++ < n) goto n;
  }
  return i;
}
int main(void)
{
  struct n v = {n, .n = n + 1};
  if (vla(2) != 2 * sizeof(int) || qualified(4) != 4 || old(7, 5) != 2 || local() != 8 || listed() != 4) reach_error();
  if (enumerated() != 12 || type() != 1 || nested() != 3 || later() != 12 || labels(0) != 4) reach_error();
  if (v.m != 3 || v.n != 4 || (&v)->n != n + 1 || sizeof(struct n) != 2 * sizeof(int)) reach_error();
  const int *p = &n, *q = &(n), *r = (const int *)&n;
  if (*p != 3 || *q != 3 || *r != 3 || (n & n) != 3 || (sizeof(int) & n) != 0) reach_error();
  static_assert(n == 3);
  return 0;
}
