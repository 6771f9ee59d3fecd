int main(void) {
  @size(0)
  int i;
  @array(a)
  i = 0;
again:
  if (i < n) { a[i] = ‹v:1¦2›; i++; goto again; }
  @slip(a)
  i = n;
  do { i--; if (i >= 0) check(a[i] == «‹v›¦a[0] + (i == 1)»); } while (i > 0);
  return 0;
}
