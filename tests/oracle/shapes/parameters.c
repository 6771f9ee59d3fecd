void fill(int *p, int from, int to, int v) { for (int i = from; i «<¦<=» to; i++) p[i] = v; }
int main(void) {
  @size(0)
  int i;
  @array(a)
  fill(a, 0, n, ‹v:2¦3›);
  fill(a, «n¦n - 1», n + 2, 9);
  @slip(a)
  @each(i) check(a[i] == ‹v›);
  return 0;
}
