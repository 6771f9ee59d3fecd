extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef unsigned long uptr;
struct S {
  int a;
  double d;
} s[2];
int x, y, t[4];
static int aligned(void *p, int n) { return ((uptr)p & (n - 1)) == 0; }
int main(void) {
  int k = __VERIFIER_nondet_int(), *p = k ? &x : &y;
  uptr u = (uptr)p;
  if (!u || u == 0)
    reach_error();
  if (!aligned(p, 4) || !aligned(&s[1].d, 8))
    reach_error();
  if ((uptr)&s[1] - (uptr)&s[0] != sizeof s[0] || (uptr)&t[3] - (uptr)t != 12)
    reach_error();
  if ((uptr)&x == (uptr)&y || ((uptr)&x ^ 1) == (uptr)&y)
    reach_error();
}
