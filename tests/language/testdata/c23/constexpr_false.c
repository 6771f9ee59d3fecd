/* a constexpr object keeps its type */
void reach_error(void);
int main(void) {
  constexpr unsigned n = 5;
  if (n - 6 > 0) reach_error();
  return 0;
}
