/* the static assertion fails; 3: */
int main(void) {
  static_assert(1 == 2);
  return 0;
}
