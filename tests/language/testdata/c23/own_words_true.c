/* words of C23 as names in a program of older C */
void reach_error(void);
int main(void) {
  int nullptr = 3, constexpr = 4, thread_local = 5;
  struct s { int alignof, static_assert; } x = {1, 2};
  if (nullptr + constexpr + thread_local + x.alignof + x.static_assert != 15) reach_error();
  return 0;
}
