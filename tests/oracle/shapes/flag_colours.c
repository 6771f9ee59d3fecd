int main(void) {
  @size(0)
  int i;
  int lo = 0, mid = 0, hi = n - 1, t;
  @array(a)
  for (i = 0; i < n; i++) { a[i] = input(); if (a[i] < 0 || a[i] > 2) abort(); }
  @inputs(3)
  while (mid «<=¦<» hi)
    if (a[mid] == 0) { t = a[lo]; a[lo] = a[mid]; a[mid] = t; lo++; mid++; }
    else if (a[mid] == 1) mid++;
    else { t = a[hi]; a[hi] = a[mid]; a[mid] = t; hi--; «¦mid++;» }
  for (i = 1; i < n; i++) check(a[i - 1] <= a[i]);
  return 0;
}
