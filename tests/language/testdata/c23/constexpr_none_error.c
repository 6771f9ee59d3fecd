/* needs an initializer; 3: */
int main(void) {
  constexpr int c;
  return 0;
}
