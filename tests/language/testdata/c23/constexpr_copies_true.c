/* objects that are initialized by others, by compound literals, without inner braces, and out of order */
void reach_error(void);
#define SIZE(x) (sizeof(x) / sizeof(int))
struct in { int a, b; };
struct out { struct in i, j; int k[2], n; };
constexpr struct in i = {2, 3}, j = i, l = (struct in){.b = 4, .a = 5}, none = {};
constexpr struct out o = {i, .j = (l), .n = 6}, p = {1, 2, i, 7, 8, 9}, q = {.j.a = 2, 3, 4, 5, 6}, r = o, s = {.n = {8}, .i = {i.b}};
constexpr struct out twice = {.i = {7, 8}, .i.b = 9, .i = {1}}, at = {.k[1] = 1, 2};
constexpr auto deduced = p;
constexpr auto unnamed = (struct { int n; }){3};
constexpr typeof(i) typed = {4, 5};
constexpr struct in part = p.j;
constexpr union { struct in s; int n; } u = {.s.a = 3, .n = 4};
int v[j.b], w[l.a], x[o.j.b], y[p.j.a], y2[p.n], z[q.j.b], z2[q.n], d[deduced.n], e[unnamed.n], t[typed.b], h[part.b], m[u.n], s1[s.n], s2[s.i.a], r1[r.j.a];
enum { NONE = none.a + s.i.b + twice.i.b, ONE = twice.i.a, TWO = at.n };
int main(void)
{
  if (SIZE(v) != 3 || SIZE(w) != 5 || SIZE(x) != 4 || SIZE(y) != 2 || SIZE(y2) != 9 || SIZE(z) != 3 || SIZE(z2) != 6 || SIZE(d) != 9) reach_error();
  if (SIZE(e) != 3 || SIZE(t) != 5 || SIZE(h) != 3 || SIZE(m) != 4 || SIZE(s1) != 8 || SIZE(s2) != 3 || SIZE(r1) != 5 || NONE || ONE != 1 || TWO != 2) reach_error();
  if (o.j.b != 4 || p.j.b != 3 || q.k[1] != 5 || r.i.b != 3 || at.k[1] != 1) reach_error();
  return 0;
}
