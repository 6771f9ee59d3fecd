struct pair { int x; ‹int¦char¦long long› y; };
struct pair a[1003];
int main(void) {
  @size(0)
  int i;
  @each(i) { a[i].x = i; a[i].y = ‹v:1¦2›; }
  «¦if (n == 2) a[0].y = 9;¦if (n > 2) a[n - 1].x = 0;»
  @each(i) check(a[i].x == i && a[i].y == «‹v›¦a[i].x»);
  return 0;
}
