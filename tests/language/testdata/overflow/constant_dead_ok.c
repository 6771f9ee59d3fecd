int main(void) {
  if (0) return 2147483647 + 1;
  return 0;
}
