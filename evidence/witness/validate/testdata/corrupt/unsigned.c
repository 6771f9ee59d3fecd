// inv 1: u <= 255 && c == v - u
// vars u v c
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned u = __VERIFIER_nondet_uchar()/*r1*/, v = u, c = 0;
  /*k1*/do {
    /*k2*/if (/*b2:*/u == 0/*:b*/) break;
    u = u - 1;
    c = c + 1;
  } while (/*i1*//*b1:*/u > 0/*:b*/);
  /*k3*/if (/*b3:*/c != v/*:b*/) { /*t1*/reach_error(); }
  return 0;
}
