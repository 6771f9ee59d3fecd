int main(void) {
  @size(0)
  int i;
  int s = 0, t = 0;
  @array(a)
  @contents(a)
  for (i = 0; i < n; i++) s += a[i];
  for (i = n «- 1¦- 2»; i >= 0; i--) t += a[i];
  check(s == t);
  return 0;
}
