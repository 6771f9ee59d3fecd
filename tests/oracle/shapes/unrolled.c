int main(void) {
  @size(0)
  int i;
  @array(a)
  for (i = 0; i + 1 «<¦< -1 +» n; i += 2) { a[i] = ‹v:3¦4›; a[i + 1] = ‹v›; }
  if (i < n) a[i] = ‹v›;
  @slip(a)
  @each(i) check(a[i] == ‹v›);
  return 0;
}
