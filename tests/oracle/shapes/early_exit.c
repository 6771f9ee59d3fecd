int main(void) {
  @size(0)
  int i;
  int bad = 0;
  @array(a)
  @contents(a)
  for (i = 0; i < n; i++) { if (a[i] < 0) { bad = 1; break; } a[i] = -1 - a[i]; }
  @slip(a)
  if (!bad) @each(i) check(a[i] «<¦< -1 -» 0);
  return 0;
}
