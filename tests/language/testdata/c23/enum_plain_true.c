/* without a fixed type constants have the type int */
void reach_error(void);
enum u { a, b };
int main(void) {
  if (a - 1 > 0 || sizeof(a) != 4) reach_error();
  return 0;
}
