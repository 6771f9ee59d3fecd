int main(void) {
  @size(0)
  int i;
  int *p = calloc(n + 3, sizeof(int));
  if (!p) abort();
  @each(i) p[i] = ‹v:1¦6›;
  p = realloc(p, (2 * n + 6) * sizeof(int));
  if (!p) abort();
  for (i = n; i < 2 * n; i++) p[i] = ‹v›«¦ + (i == 3)»;
  @slip(p)
  for (i = 0; i < 2 * n; i++) check(p[i] == ‹v›);
  return 0;
}
