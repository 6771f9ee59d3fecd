int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  @each(i) if (a[i] «>=¦>» 0) b[i] = a[i]; else b[i] = «-a[i]¦a[i]»;
  @slip(b)
  @each(i) check(b[i] >= 0);
  return 0;
}
