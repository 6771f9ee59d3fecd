// Initialisers of flexible arrays (GNU C) make a static object larger; what they leave out is zero.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct F { char n; int d[]; };
struct F f1 = {2, {7, 8, [5] = 9}}, f2 = {1, {3, 4}};
static struct F f3 = {1, {3, 4, [2 ... 7] = 8}};
struct C { int n; char d[]; };
struct C c1 = {1, "hello"}, c2 = {2, {'a', 'b'}}, c3 = {3};
struct I { int n; struct { int a; char b[3]; } q[]; };
struct I i1 = {1, {{1, "ab"}, {2, "cd"}}}, i2 = {1, {[1] = {.b = "x"}}};
int main(void) {
  static struct C c4 = {1, "local"};
  struct F *f = __VERIFIER_nondet_int() ? &f1 : &f2;
  struct C *c = __VERIFIER_nondet_int() ? &c1 : &c4;
  struct I *i = c3.n ? &i1 : &i2;
  if (f1.d[0] != 7 || f1.d[1] != 8 || f1.d[2] || f1.d[3] || f1.d[4] || f1.d[5] != 9) reach_error();
  if (f->d[0] + f->d[1] != (f == &f1 ? 15 : 7)) reach_error();
  if (f3.d[7] != 8 || f3.d[1] != 4 || sizeof f1 != sizeof(struct F)) reach_error();
  if (c->d[4] != (c == &c1 ? 'o' : 'l') || c->d[5] || c2.d[1] != 'b') reach_error();
  if (i->q[1].a != 2 || i->q[1].b[1] != 'd' || i->q[0].b[2]) reach_error();
  i = &i2;
  if (i->q[1].a || i->q[1].b[0] != 'x' || i->q[0].b[2]) reach_error();
  reach_error();
}
