int main(void) {
  @size(0)
  int i;
  @array(a)
  @contents(a)
  @each(i) { if (a[i] > ‹h:1¦2›) a[i] = «‹h›¦‹h› + 1»; if (a[i] < 0) a[i] = «0¦-1»; }
  @slip(a)
  @each(i) check(0 <= a[i] && a[i] <= ‹h›);
  return 0;
}
