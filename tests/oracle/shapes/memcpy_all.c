int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  memcpy(b, «a¦a + 1», n * sizeof(«int¦short»));
  @slip(b)
  @each(i) check(a[i] == b[i]);
  return 0;
}
