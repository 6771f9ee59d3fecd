int main(void) {
  @size(0)
  int i;
  int j = 0;
  @array(a)
  @array(b)
  @contents(a)
  @up(i) if (a[i] > 0) b[j++] = i;
  @slip(b)
  for (i = 0; i < j; i++) check(0 <= b[i] && b[i] < «n¦j» && a[b[i]] «>¦==» 0);
  return 0;
}
