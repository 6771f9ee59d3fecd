/* must be null; 4: */
int g;
int main(void) {
  constexpr int *p = &g;
  return !p;
}
