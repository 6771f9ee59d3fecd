int main(void) {
  @size(0)
  int i;
  int j;
  @array(a)
  for (i = 0; i < n + 1; i++) a[i] = 1;
  for (i = 2; i <= n; i++) if (a[i]) for (j = «2 * i¦i»; j <= n; j += i) a[j] = 0;
  @slip(a)
  if (n >= 2) check(a[2]);
  for (i = 4; i <= n; i += 2) check(!a[i]);
  return 0;
}
