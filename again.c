#include "p.h"
int main(void) { int n = size(), i; int a[n]; for (i = 0; i < n; i++) a[i] = 1; for (i = 0; i < n; i++) a[i] = a[i] + 1; for (i = 0; i < n; i++) check(a[i] == 2); }
