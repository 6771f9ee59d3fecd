/* not constant; 4: */
int f(void) { return 1; }
int main(void) {
  constexpr int x = f();
  return x;
}
