// vars i x s
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
int main(void) {
  int i = 0, x = 0, s = 0;
  /*k1*/while (/*i1*//*b1:*/i < 2/*:b*/) {
    x = __VERIFIER_nondet_uchar()/*r1*/;
    /*k2*/if (/*b2:*/x == 7/*:b*/) { s = s + 5; }
    /*k3*/if (/*b3:*/x > 250/*:b*/) { s = s - 1; }
    i = i + 1;
  }
  /*k4*/if (/*b4:*/s == 10/*:b*/) { /*t1*/reach_error(); }
  /*k5*/if (/*b5:*/s == 4/*:b*/) { /*t2*/reach_error(); }
  return 0;
}
