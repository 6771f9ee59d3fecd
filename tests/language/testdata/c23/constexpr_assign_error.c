/* an assignment to; 4: */
int main(void) {
  constexpr int c = 1;
  c = 2;
  return c;
}
