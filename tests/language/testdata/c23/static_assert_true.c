/* static assertions with and without a message */
void reach_error(void);
static_assert(sizeof(int) == 4);
int main(void) {
  static_assert(sizeof(short) == 2);
  static_assert(1 + 1 == 2, "sum");
  struct s { int a; static_assert(sizeof(char) == 1); int b; } x = {1, 2};
  _Static_assert(sizeof x == 8);
  if (x.b != 2) reach_error();
  return 0;
}
