int main(void) {
  @size(0)
  int i;
  @array(a)
  @contents(a)
  int first = a[0];
  for (i = n «- 1¦»; i > 0; i--) a[i] = a[i - 1];
  if (n > 1) check(a[1] == first);
  @slip(a)
  if (n > 0) check(a[0] == «first¦a[1]»);
  return 0;
}
