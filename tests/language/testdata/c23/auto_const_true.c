/* auto without the qualifiers of the initializer; arrays decay */
void reach_error(void);
int main(void) {
  const int k = 3;
  auto a = k;
  a = 4;
  const auto b = 2u;
  int t[4] = {1, 2, 3, 4};
  auto q = t;
  if (a + b != 6 || b - 3 < 0 || q[3] != 4 || sizeof q != sizeof(int *)) reach_error();
  return 0;
}
