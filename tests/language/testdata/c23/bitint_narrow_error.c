/* _BitInt(1) is too narrow; 3: */
int main(void) {
  _BitInt(1) x = 0;
  return x;
}
