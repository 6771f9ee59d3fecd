// vars a b
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
static int twice(int v) { return v + v; }
static int step(int v) {
  /*k1*/if (/*b1:*/v > 100/*:b*/) { return v - 100; }
  return v;
}
int main(void) {
  int a = 0, b = 0;
  a = __VERIFIER_nondet_uchar()/*r1*/;
  b = step(twice(a));
  b = step(b);
  /*k2*/if (/*b2:*/b == 88/*:b*/) { /*t1*/reach_error(); }
  return 0;
}
