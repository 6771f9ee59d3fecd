int main(void) {
  return 'a' * 'b' * 100;
}
