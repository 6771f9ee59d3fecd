int main(void) {
  @size(0)
  int i;
  int h[4] = {0, 0, 0, 0}, s = 0;
  @array(a)
  @contents(a)
  @each(i) if (a[i] >= 0 && a[i] «<¦<=» 2) h[a[i]]++; else h[3]++;
  @slip(h)
  for (i = 0; i < 4; i++) s += h[i];
  check(s == n);
  @each(i) if (a[i] == 2) check(h[3] >= «1¦2»);
  return 0;
}
