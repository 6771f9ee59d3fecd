#include "p.h"
int main(void) { int a[5000], i, x = __VERIFIER_nondet_int(); for (i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int(); i = 0; while (i < 5000 && a[i] != x) i++; for (int j = 0; j < i; j++) check(a[j] != x); }
