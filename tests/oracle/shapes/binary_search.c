int main(void) {
  @size(0)
  int i;
  int lo = 0, hi = n, x = ‹x:0¦4¦7›;
  @array(a)
  for (i = 0; i < n; i++) a[i] = 2 * i;
  while (lo < hi) { int mid = lo + (hi - lo) / 2; if (a[mid] «<¦<=» x) lo = mid + «1¦2»; else hi = mid; }
  @slip(a)
  for (i = 0; i < lo; i++) check(a[i] < x);
  for (i = lo; i < n; i++) check(a[i] >= x);
  return 0;
}
