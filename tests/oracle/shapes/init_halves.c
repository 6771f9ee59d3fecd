int main(void) {
  @size(0)
  int i;
  @array(a)
  for (i = 0; i «<¦<=» n / 2; i++) a[i] = 1;
  for (; i < n; i++) a[i] = 2;
  @slip(a)
  @each(i) check(i < n / 2 ? a[i] == 1 : a[i] == «2¦1»);
  return 0;
}
