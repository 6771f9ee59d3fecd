int main(void) {
  @size(0)
  int i;
  int m = -9, s = -9;
  @array(a)
  @contents(a)
  @each(i) if (a[i] > m) { s = «m¦s»; m = a[i]; } else if (a[i] > s) s = a[i];
  check(s <= m);
  @each(i) check(a[i] == m || a[i] «<=¦<» s);
  return 0;
}
