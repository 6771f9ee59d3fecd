/* no expression; 3: */
int main(void) {
  auto x = {1, 2};
  return 0;
}
