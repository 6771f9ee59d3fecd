int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  for (i = 0; i < n; i++) b[(i + ‹k:1¦2›) % n] = a[i];
  @slip(b)
  @each(i) check(b[(i + «‹k›¦‹k› + 1») % n] == a[i]);
  return 0;
}
