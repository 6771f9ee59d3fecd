extern void reach_error(void);
int f(int a[4], int b[], int g(void)) { enum { N = sizeof(*&a), M = sizeof b, G = sizeof g }; __auto_type q = &a; if (N == 8 && M == 8 && G == 8 && sizeof(*q) == 8 && sizeof(L"abc") == 16) reach_error(); return 0; }
int main(void) { int x[4]; f(x, x, 0); return 0; }
