#include "p.h"
int main(void) { int a[5000], b[5000], i, j = 0; for (i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int(); for (i = 0; i < 5000; i++) if (a[i] >= 0) b[j++] = a[i]; for (i = 0; i < j; i++) check(b[i] >= 0); }
