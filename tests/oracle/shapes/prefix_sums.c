int main(void) {
  @size(0)
  int i;
  int s = 0;
  @array(a)
  @array(b)
  @contents(a)
  for (i = 0; i < n; i++) { s += a[i]; b[i] = «s¦s - a[i]»; }
  @slip(b)
  for (i = 1; i < n; i++) check(b[i] - b[i - 1] == a[«i¦i - 1»]);
  if (n > 0) check(b[n - 1] == s);
  return 0;
}
