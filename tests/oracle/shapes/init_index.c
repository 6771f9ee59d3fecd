int main(void) {
  @size(0)
  int i;
  @array(a)
  @each(i) a[i] = ‹c:1¦2¦3› * i + ‹d:0¦5›;
  @slip(a)
  @each(i) check(a[i] == «‹c›¦‹c› + 1» * i + «‹d›¦‹d› - 1»);
  return 0;
}
