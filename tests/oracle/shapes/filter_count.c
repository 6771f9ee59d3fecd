int main(void) {
  @size(0)
  int i;
  int j = 0, k = 0;
  @array(a)
  @array(b)
  @contents(a)
  @up(i) if (a[i] == ‹x:1¦2›) j++; else b[k++] = a[i];
  @slip(b)
  check(j + k == «n¦n + 1»);
  for (i = 0; i < k; i++) check(b[i] != «‹x›¦0»);
  return 0;
}
