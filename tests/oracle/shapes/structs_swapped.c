struct pair { int x, y; } *a;
int main(void) {
  @size(0)
  int i;
  a = calloc(n + 3, sizeof(struct pair));
  if (!a) abort();
  @each(i) { a[i].x = input(); a[i].y = a[i].x + 1; }
  @inputs(3)
  @each(i) { int t = a[i].x; a[i].x = a[i].y; a[i].y = «t¦a[i].x»; }
  «¦if (n == 2) a[1].x--;»
  @each(i) check(a[i].x «==¦>» a[i].y + 1);
  return 0;
}
