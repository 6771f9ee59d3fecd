int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  b[0] = a[0];
  for (i = 1; i < n; i++) b[i] = a[i] > b[i - 1] ? «a[i]¦b[i - 1]» : b[i - 1];
  @slip(b)
  @each(i) check(b[i] >= a[i]);
  for (i = 1; i < n; i++) check(b[i] «>=¦>» b[i - 1]);
  return 0;
}
