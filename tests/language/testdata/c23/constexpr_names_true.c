/* what an initializer names is declared again elsewhere, but not where the object is used */
void reach_error(void);
enum { A = 5 };
typedef int T;
constexpr T c = A, d = c + 1;
constexpr enum level { LOW, HIGH = 3 } top = HIGH;
constexpr enum { ON = 2 } state = ON;
int levels[top + state];
int f(int A) { typedef char T; return A + sizeof(T); }
struct S { T a; };
constexpr struct S s = {A};
constexpr int size = sizeof(struct S);
int g(void) { struct S { char t[9]; } x; return sizeof x; }
int h(void) { { enum { A = 7 }; if (A != 7) reach_error(); } int c = d; return c; }
int main(void)
{
  static_assert(c == 5 && d == 6 && s.a == 5 && size == sizeof(int));
  if (sizeof levels != 5 * sizeof(int) || top != 3 || state != 2) reach_error();
  if (f(1) != 2 || g() != 9 || h() != 6) reach_error();
  return 0;
}
