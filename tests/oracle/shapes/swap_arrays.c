int main(void) {
  @size(0)
  int i;
  int t;
  @array(a)
  @array(b)
  for (i = 0; i < n; i++) { a[i] = i; b[i] = -i; }
  @each(i) { t = a[i]; a[i] = b[i]; b[i] = «t¦a[i]»; }
  @slip(b)
  @each(i) check(a[i] == -i && b[i] == i);
  return 0;
}
