/* auto is no int */
void reach_error(void);
int main(void) {
  auto x = 5.5;
  if (x == 5.5) reach_error();
  return 0;
}
