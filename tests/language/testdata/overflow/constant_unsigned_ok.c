int main(void) {
  return 4294967295u + 1u;
}
