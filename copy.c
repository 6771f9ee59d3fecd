#include "p.h"
int main(void) { int a[50000], b[50000], i; for (i = 0; i < 50000; i++) b[i] = a[i]; for (i = 0; i < 50000; i++) check(a[i] == b[i]); }
