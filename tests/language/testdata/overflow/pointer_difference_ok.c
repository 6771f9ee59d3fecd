int main(void) {
  int a[4];
  int *p = a + 3;
  return (int)(p - a) + 1;
}
