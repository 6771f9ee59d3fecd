/* __VA_OPT__ */
void reach_error(void);
#define EMPTY
#define COUNT(...) (0 __VA_OPT__(+ 1))
#define CALL(h, ...) h(1 __VA_OPT__(,) __VA_ARGS__)
#define SUM(a, ...) (a __VA_OPT__(+ SUM2(__VA_ARGS__)))
#define SUM2(a, b) ((a) + (b))
static int f(int a) { return a; }
static int g(int a, int b) { return a + b; }
int main(void) {
  int r[] = { COUNT(), COUNT(1), COUNT(1, 2), COUNT(EMPTY) };
  if (r[0] != 0 || r[1] != 1 || r[2] != 1 || r[3] != 0) reach_error();
  if (CALL(f) != 1 || CALL(g, 4) != 5 || SUM(1) != 1 || SUM(1, 2, 3) != 6) reach_error();
  return 0;
}
