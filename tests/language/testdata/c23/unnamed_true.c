/* parameters without names */
void reach_error(void);
static int f(int, int b) { return b; }
static int g(double) { return 4; }
int main(void) {
  if (f(1, 2) != 2 || g(3.0) != 4) reach_error();
  return 0;
}
