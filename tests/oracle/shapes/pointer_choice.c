int main(void) {
  @size(0)
  int i;
  int *p, k = input();
  @inputs(1)
  @array(a)
  @array(b)
  p = k > 0 ? a : b;
  @each(i) p[i] = ‹v:1¦2›;
  @slip(a)
  @each(i) check(k «>¦>=» 0 ? a[i] == ‹v› : a[i] == 0);
  return 0;
}
