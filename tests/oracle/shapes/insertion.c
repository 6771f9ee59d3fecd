int main(void) {
  @size(0)
  int i;
  int j, x;
  @array(a)
  @contents(a)
  for (i = 1; i < n; i++) {
    x = a[i];
    for (j = i - 1; j «>=¦>» 0 && a[j] > x; j--) a[j + 1] = a[j];
    a[j + 1] = x;
  }
  @slip(a)
  for (i = 1; i < n; i++) check(a[i - 1] <= a[i]);
  return 0;
}
