int f(int x) { return x + 1; } int g(int x) __attribute__((alias("f"))); int h(int x) { return -x; } int main(void) { int (*p)(int) = f; if (g(1) == 2) p = h; return p(3); }
