extern void reach_error(void);
int g[5]; char ca[7];
void f(int a[5]) { enum { N = sizeof(a) }; if (N != 8) reach_error(); }
enum { A = sizeof(g), B = sizeof(g + 1), C = sizeof(0, ca), D = sizeof __builtin_choose_expr(1, ca, 0), E = sizeof &g[1], F = sizeof "abc", G = sizeof("abc" + 1) };
int main(void) { f(g); if (A != 20 || B != 8 || C != 8 || D != 7 || E != 8 || F != 4 || G != 8) reach_error(); return 0; }
