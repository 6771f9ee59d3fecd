extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef unsigned long uptr;
struct S {
  int a;
  double d;
} s[2];
int x, y, t[4];
int main(void) {
  uptr u;
  int *q = (int *)(((uptr)t + 7) & ~3ul);
  *q = 5;
  if (t[1] != 5)
    reach_error();
  u = (uptr)t | 1; // a tagged pointer
  if (((int *)(u & ~1ul))[1] != 5)
    reach_error();
}
