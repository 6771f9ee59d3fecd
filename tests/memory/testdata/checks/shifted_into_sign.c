extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdlib.h>
int main(void) {
    int k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    int *p = malloc(2 * sizeof *p);
    p[0] = 1; p[1] = 2;
    if (k < 0 || k > 40) return 0;
    int s = 1 << k;                 
    if (k == 31 && n == 12345) reach_error();   
    if (k == 3 && n == 77) reach_error();
    int r = p[n & 1] + (s & 1);
    free(p);
    return r;
}
