#include <math.h>
#include <string.h>
extern void reach_error(void); extern double __VERIFIER_nondet_double(void);
int main(void){ double f=__VERIFIER_nondet_double(), g; unsigned long long u; memcpy(&u,&f,8); 
 if (f != f) { if (u >> 63) reach_error(); } return 0; }
