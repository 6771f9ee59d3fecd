/* _BitInt is not supported; 3: */
int main(void) {
  return 3wb != 3;
}
