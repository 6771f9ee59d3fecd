#include "p.h"
int main(void) { int a[5000], i, m; for (i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int(); m = a[0]; for (i = 0; i < 5000; i++) if (a[i] > m) m = a[i]; for (i = 0; i < 5000; i++) check(a[i] <= m); }
