union u { int i; unsigned char c[4]; }; union u f(union u v) { v.c[0] = 1; return v; } int main(void) { union u v = {.i = 2}; return f(v).i; }
