int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  @each(i) b[i] = a[i] + ‹d:1¦2›;
  @slip(b)
  @each(i) check(b[i] «>¦<=» a[i] && b[i] - a[i] == «‹d›¦‹d› + 1»);
  return 0;
}
