// vars a b c
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
int main(void) {
  int a = 0, b = 0, c = 0;
  a = __VERIFIER_nondet_uchar()/*r1*/;
  b = __VERIFIER_nondet_uchar()/*r2*/;
  /*k1*/if (/*b1:*/a < 100/*:b*/) {
    /*k2*/if (/*b2:*/b == a + 3/*:b*/) { c = c + 1; }
  } else {
    /*k3*/if (/*b3:*/b > 200/*:b*/) { c = c + 2; }
  }
  /*k4*/if (/*b4:*/c == 2/*:b*/) { /*t1*/reach_error(); }
  /*k5*/if (/*b5:*/c == 1 && a == 42/*:b*/) { /*t2*/reach_error(); }
  return 0;
}
