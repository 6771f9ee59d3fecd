#include <string.h>
#include <math.h>
extern void reach_error(void); extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);
union U { double f; unsigned long long u; };
struct S { float f; int k; };
int main(void){ float f=__VERIFIER_nondet_float(); unsigned u; memcpy(&u,&f,4); float g; memcpy(&g,&u,4);
 if (f==f && g!=f) reach_error();
 if (f != f && (u & 0x7f800000) != 0x7f800000) reach_error();
 union U x; x.f = -1.5; if (x.u != 0xbff8000000000000ull) reach_error();
 x.u = 0xfff8000000000001ull; union U y; y.f = -x.f; if (y.u != 0x7ff8000000000001ull) reach_error();
 if (signbit(f) && f > 0) reach_error();
 if (copysignf(2.0f, -3.0f) != -2.0f) reach_error();
 return 0; }
