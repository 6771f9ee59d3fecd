int main(void) {
  @size(0)
  int i;
  int j = 0, k = 0;
  @array(a)
  @array(b)
  @array(c)
  @contents(a)
  @up(i) if (a[i] «>¦>=» 0) b[j++] = a[i]; else c[k++] = a[i];
  @slip(c)
  for (i = 0; i < j; i++) check(b[i] > 0);
  for (i = 0; i < k; i++) check(c[i] <= 0);
  return 0;
}
