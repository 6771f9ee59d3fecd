/* members of all kinds of types */
void reach_error(void);
#define SIZE(x) (sizeof(x) / sizeof(int))
enum mode { LOW, HIGH = 4 };
typedef unsigned char byte;
struct cfg {
  const enum mode mode;
  enum { ODD = 3, EVEN } kind;
  alignas(8) int n;
  byte b [[maybe_unused]];
  unsigned f : 4, : 3;
  signed g : 5;
  int (*call)(void);
  typeof(1) t;
  typeof(byte) t2;
  union { int one; double other; };
  struct { int x, y; };
  union { struct { byte lo, hi; } part; short whole; } u;
  char name[4];
  short last;
};
constexpr struct cfg c = {HIGH, EVEN, 3, 250, 9, -7, nullptr, 5, 6, 7, 8, 9, {{1, 2}}, "abc", 2};
int mode[c.mode], kind[c.kind], n[c.n], b[c.b], f[c.f], g[-c.g], t[c.t], t2[c.t2], one[c.one], x[c.x], y[c.y], hi[c.u.part.hi], last[c.last];
enum { F = c.f - 10, G = c.g };
static_assert(c.f - 10 < 0 && c.g == -7 && sizeof c.b == 1 && sizeof(c.b + 1) == sizeof(int));
int main(void)
{
  if (SIZE(mode) != 4 || SIZE(kind) != 4 || SIZE(n) != 3 || SIZE(b) != 250 || SIZE(f) != 9 || SIZE(g) != 7 || SIZE(t) != 5 || SIZE(t2) != 6) reach_error();
  if (SIZE(one) != 7 || SIZE(x) != 8 || SIZE(y) != 9 || SIZE(hi) != 2 || SIZE(last) != 2 || F != -1 || G != -7) reach_error();
  if (c.f != 9 || c.g != -7 || c.name[1] != 'b' || c.call) reach_error();
  switch (4) { case c.mode: break; default: reach_error(); }
  return 0;
}
