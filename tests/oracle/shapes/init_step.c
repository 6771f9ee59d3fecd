int main(void) {
  @size(0)
  int i;
  @array(a)
  for (i = «0¦1»; i < n; i += 2) a[i] = ‹v:1¦7›;
  for (i = «1¦2»; i < n; i += 2) a[i] = ‹w:2¦9›;
  @slip(a)
  @each(i) check(a[i] == (i % 2 == «0¦1» ? ‹v› : ‹w›));
  return 0;
}
