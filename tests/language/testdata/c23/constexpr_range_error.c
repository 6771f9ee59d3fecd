/* no value of the type; 3: */
int main(void) {
  constexpr unsigned char c = 256;
  return c;
}
