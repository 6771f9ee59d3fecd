/* definitions of K&R stay */
void reach_error(void);
static int f(a, b) int a, b; { return a + b; }
static int g(x) int x; { bool t = true; return x + t; }
int main(void) {
  if (f(1, 2) != 3 || g(4) != 5) reach_error();
  return 0;
}
