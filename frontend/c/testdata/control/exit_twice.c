#include <stdlib.h>
static int n;
static void a(void) { T(n == 2); n++; }
static void b(void) { T(n == 1); n++; exit(5); }
static void c(void) { T(n == 0); n++; }
__attribute__((destructor)) static void d(void) { T(n == 3); END; }
int main(void) { atexit(a); atexit(b); atexit(c); return 1; }
