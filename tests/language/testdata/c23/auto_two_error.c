/* one object only; 3: */
int main(void) {
  auto x = 1, y = 2;
  return x + y;
}
