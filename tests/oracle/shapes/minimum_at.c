int main(void) {
  @size(0)
  int i;
  int at = 0;
  @array(a)
  @contents(a)
  for (i = 1; i < n; i++) if (a[i] «<¦<= 1 +» a[at]) at = i;
  @slip(a)
  @each(i) check(a[at] <= a[i]);
  return 0;
}
