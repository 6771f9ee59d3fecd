#include <string.h>
#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
#define T(c) do { if (!(c)) reach_error(); } while (0)
struct A { int a; char n[6]; double d; void *p; };
struct B { short s; int i[3]; };
struct big { int a[3000]; char c; };
struct big g1, g2;
union same { int a; unsigned b; };
struct hu { int k; union same u; } ;
struct hu f(struct hu x) { x.u.b++; return x; }
static void zero(void *p, unsigned n) { memset(p, 0, n); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int x[4] = {0x11223344, 0x55667788, 3, 4};
  if (n == 6) { memset(x, 0, n); T(x[0] == 0 && x[1] == 0x55660000 && x[2] == 3); }
  if (n == 7) { int y[4] = {1, 2, 3, 4}; memcpy(y, x, n); T(y[0] == 0x11223344 && y[1] == 0x00667788 && y[2] == 3); }
  if (n == 5) { memmove(x + 1, x, n); T(x[0] == 0x11223344 && x[1] == 0x11223344 && x[2] == (0x88 | (3 & ~0xff))); }
  struct A a, b; memset(&a, 0, sizeof a); a.a = 7; a.d = 1.5; a.p = &b; strcpy(a.n, "hello");
  b = a; memset(&b, 0xff, 7); T(b.a == -1 && b.n[0] == -1 && b.n[2] == -1 && b.n[3] == 'l' && b.d == 1.5 && b.p == &b);
  memcpy(&b, &a, sizeof a - 3); T(b.a == 7 && b.n[1] == 'e');
  float fl[2] = {1.0f, -2.5f}; memset(fl, 0, 6); T(fl[0] == 0 && fl[1] == -2.5f);
  struct B c = {1, {2, 3, 4}}, *q = &c; zero(&q->i[1], 4); T(c.i[0] == 2 && c.i[1] == 0 && c.i[2] == 4);
  g1.a[2999] = 5; g1.c = 'x'; struct big *pg = &g2; *pg = g1; T(g2.a[2999] == 5 && g2.c == 'x');
  struct hu h = {1, {.a = 4}}, *ph = &h; struct hu r = f(*ph); T(r.u.a == 5 && r.k == 1 && h.u.b == 4);
  int *m = malloc(10); m[0] = 1; m[1] = 2; char *mc = realloc(m, 20); T(((int *)mc)[1] == 2);
  return 0; }
