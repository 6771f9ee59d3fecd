// inv 1: 0 <= i && i <= n
// inv 2: 0 <= s && s <= i && i <= n
// vars i n s
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_uchar()/*r1*/;
  int i = 0, s = 0;
  /*k1*/while (/*i1*//*b1:*/i < n/*:b*/) { i = i + 1; }
  i = 0;
  /*k2*/for (i = 0; /*i2*//*b2:*/i < n/*:b*/; i++) {
    /*k3*/if (/*b3:*/i % 2 == 0/*:b*/) s = s + 1;
  }
  /*k4*/if (/*b4:*/s > n/*:b*/) { /*t1*/reach_error(); }
  return 0;
}
