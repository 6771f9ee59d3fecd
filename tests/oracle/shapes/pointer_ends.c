int main(void) {
  @size(0)
  int i;
  int *p, *q, t;
  @array(a)
  for (i = 0; i < n; i++) a[i] = i;
  if (n > 0) for (p = a, q = a + n - 1; p < q; p++, q--) { t = *p; *p = *q; *q = «t¦*p»; }
  @slip(a)
  @each(i) check(a[i] == n - 1 - i);
  return 0;
}
