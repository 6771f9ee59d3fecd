int main(void) {
  @size(0)
  int i;
  @array(a)
  for (i = 0; i < n; i++) a[i] = i + 1;
  memset(a, ‹b:0¦-1›, «n * sizeof(int)¦n * sizeof(int) - (n > 1)¦(n - (n > 0)) * sizeof(int)»);
  @slip(a)
  @each(i) check(a[i] == ‹b›);
  return 0;
}
