extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef _BitInt(7) i7;
typedef i7 j7;
typedef unsigned _BitInt(33) u33;
struct s {
  i7 a;
  _BitInt(60) w;
  _BitInt(17) unsigned c;
};
static i7 g = 12wb;
_BitInt(20) arr[3] = {1, 2wb, -3};
static i7 next(j7 x) { return x + 1wb; }
static void check(int holds) {
  if (!holds)
    reach_error();
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  check(sizeof(i7) == 1 && sizeof(u33) == 8 && sizeof(_BitInt(17)) == 4 && sizeof(_BitInt(9)[3]) == 6);
  j7 x = 63;
  x++; /* computed in int */
  check(x == -64);
  u33 u = 0;
  u--;
  check(u == 0x1ffffffffull && u + 1 == 0);
  struct s v = {1, 2, 3}, *p = &v;
  p->w = (_BitInt(60))1 << 50;
  check(p->w >> 49 == 2);
  p->a = 100;
  p->c = -1;
  check(p->a == -28 && p->c == 131071);
  check(next(3) == 4 && g == 12 && arr[2] == -3);
  check(_Generic(x + 1wb, i7: 1, int: 2, default: 3) == 1);
  check(_Generic(x + 1, i7: 1, int: 2, default: 3) == 2);
  unsigned _BitInt(3) t = n;
  check(t <= 7 && (n & 7) == t);
  check((_BitInt(4))n >= -8 && (_BitInt(4))n <= 7);
  _BitInt(5) three = n & 7;
  switch (three) {
  case 3:
    check((n & 7) == 3);
    break;
  default:
    check((n & 7) != 3);
  }
  double d = (_BitInt(12))-5;
  check(d == -5.0 && (_BitInt(12))3.7 == 3);
  check(0b101wb == 5 && 0xFFuwb == 255 && sizeof(0xFFuwb) == 1 && sizeof(0xFFwb) == 2);
  return 0;
}
