struct pair { int x, y; };
int main(void) {
  @size(0)
  int i;
  static struct pair a[1003], b[1003];
  @each(i) { a[i].x = ‹i¦3›; a[i].y = 2 * i; }
  @each(i) b[i] = a[«i¦0»];
  «¦if (n == 3) b[2].y = 5;»
  @each(i) check(b[i].x == a[i].x && b[i].y == «2¦3» * i);
  return 0;
}
