/* the constants have the fixed type */
void reach_error(void);
enum u : unsigned { a };
int main(void) {
  if (a - 1 > 0) reach_error();
  return 0;
}
