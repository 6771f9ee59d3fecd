#include "p.h"
int main(void) { int a[5000], b[5000], c[5000], i; for (i = 0; i < 5000; i++) b[i] = a[i];  for (i = 0; i < 5000; i++) c[i] = b[i]; for (i = 0; i < 5000; i++) check(a[i] == c[i]); }
