/* _BitInt(200) is wider than; 3: */
int main(void) {
  unsigned _BitInt(200) x = 0;
  return x != 0;
}
