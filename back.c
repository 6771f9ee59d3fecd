#include "p.h"
int main(void) { int a[5000], i; for (i = 4999; i >= 0; i--) a[i] = 3 * i; for (i = 0; i < 5000; i++) check(a[i] == 3 * i); }
