/* _BitInt is not supported; 3: */
int main(void) {
  _BitInt(7) x = 1;
  return x;
}
