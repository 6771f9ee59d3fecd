// inv 1: 0 <= i && i <= n && k == i * n
// inv 2: 0 <= i && i < n && 0 <= j && j <= n && k == i * n + j
// vars i j k n
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
int main(void) {
  int i = 0, j = 0, k = 0;
  int n = __VERIFIER_nondet_uchar()/*r1*/;
  /*k3*/if (/*b3:*/n > 6/*:b*/) { return 0; }
  /*k1*/for (i = 0; /*i1*//*b1:*/i < n/*:b*/; i++) {
    /*k2*/for (j = 0; /*i2*//*b2:*/j < n/*:b*/; j++) { k++; }
  }
  /*k4*/if (/*b4:*/k > 36/*:b*/) { /*t1*/reach_error(); }
  return 0;
}
