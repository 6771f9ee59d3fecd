/* needs an initializer; 3: */
int main(void) {
  const auto x;
  return 0;
}
