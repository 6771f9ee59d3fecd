int main(void) {
  @size(0)
  int i;
  int j = 0;
  @array(a)
  @array(b)
  @contents(a)
  @up(i) if (a[i] «>=¦>= -1 +» ‹l:0¦1›) b[j++] = a[i];
  @slip(b)
  for (i = 0; i < «j¦n»; i++) check(b[i] >= ‹l›);
  return 0;
}
