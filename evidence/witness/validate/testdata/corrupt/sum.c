// inv 1: 0 <= i && i <= a && s == i * b
// inv 2: s >= 0 && t >= 0 && t + s == a * b
// vars i s t a b
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
int main(void) {
  int i = 0, s = 0, t = 0;
  int a = __VERIFIER_nondet_uchar()/*r1*/;
  int b = __VERIFIER_nondet_uchar()/*r2*/;
  /*k3*/if (/*b3:*/a > 9 || b > 9/*:b*/) { return 0; }
  /*k1*/while (/*i1*//*b1:*/i < a/*:b*/) { s = s + b; i = i + 1; }
  /*k2*/while (/*i2*//*b2:*/s > 0/*:b*/) { s = s - 1; t = t + 1; }
  /*k4*/if (/*b4:*/t != a * b/*:b*/) { /*t1*/reach_error(); }
  return 0;
}
