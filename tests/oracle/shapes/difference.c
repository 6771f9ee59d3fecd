int main(void) {
  @size(0)
  int i;
  int same = 1;
  @array(a)
  @array(b)
  @contents(a)
  @contents(b)
  @each(i) if (a[i] != b[i]) same = «0¦i == 2»;
  if (same) @each(i) check(a[i] == b[i]);
  return 0;
}
