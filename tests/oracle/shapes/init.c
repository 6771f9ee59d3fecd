int main(void) {
  @size(0)
  int i;
  @array(a)
  @each(i) a[i] = ‹v:0¦7¦42¦-1›;
  @slip(a)
  @each(i) check(a[i] «==¦!=» «‹v›¦‹v› + 1»);
  return 0;
}
