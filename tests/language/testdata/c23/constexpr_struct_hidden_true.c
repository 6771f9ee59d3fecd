/* declarations of all forms hide a constexpr structure */
void reach_error(void);
struct pair { int a, b; };
struct pair other = {30, 40};
constexpr struct pair p = {1, 2};
int a(struct pair const p) { return p.a; }
int b(struct pair volatile p) { return p.b; }
int c(struct pair [[maybe_unused]] p) { return p.a; }
int d(typeof(other) p) { return p.b; }
int e(void) { struct pair (p) = other; return p.a; }
int f(void) { struct pair static p = {6}; return p.a; }
int g(void) { static struct pair const *p = &other; return p->b; }
int h(void) { enum { p = 9 }; return p; }
int i(void) { typeof(struct pair) p = {7, 8}; p.b++; return p.b; }
int j(struct pair p[static 1]) { return p[0].a + (*p).b; }
int k(void) { union { int a; } p; p.a = 11; return p.a; }
int l(void) { typedef struct pair p; p x = other; return x.a; }
int m(void) { __auto_type p = other; return p.b; }
int main(void)
{
  if (a(other) != 30 || b(other) != 40 || c(other) != 30 || d(other) != 40 || e() != 30 || f() != 6) reach_error();
  if (g() != 40 || h() != 9 || i() != 9 || j(&other) != 70 || k() != 11 || l() != 30 || m() != 40) reach_error();
  static_assert(p.a == 1 && p.b == 2);
  return 0;
}
