int main(void) {
  @size(0)
  int i;
  @array(a)
  int *p = a, *q = a + ‹o:1¦2›;
  for (i = 0; i < n; i++) p[i] = 1;
  for (i = 0; i + ‹o› < n; i++) q[i] = 2;
  @slip(a)
  for (i = 0; i < n; i++) check(a[i] == (i < «‹o›¦‹o› + 1» ? 1 : 2));
  return 0;
}
