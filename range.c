#include "p.h"
int main(void) { int a[5000], b[5000], i, j; for (i = 0; i < 5000; i++) { int v = __VERIFIER_nondet_int(); a[i] = v > 0 && v < 10 ? v : 1; } for (i = 0; i < 5000; i++) b[4999 - i] = a[i]; for (j = 0; j < 5000; j++) check(b[j] > 0 && b[j] < 10); }
