/* an attribute is expected; 3: */
int main(void) {
  [[5]] int x = 1;
  return x;
}
