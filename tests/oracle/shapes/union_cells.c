union cell { int whole; unsigned char part[4]; };
union cell a[1003];
int main(void) {
  @size(0)
  int i;
  @each(i) a[i].whole = ‹258¦1¦0›;
  @each(i) { a[i].part[0] = ‹v:3¦5›; a[i].part[1] = 0; }
  «¦if (n == 2) a[1].part[2] = 1;¦if (n > 2) a[2].whole++;»
  @each(i) check(a[i].whole == «‹v›¦a[i].part[1]»);
  return 0;
}
