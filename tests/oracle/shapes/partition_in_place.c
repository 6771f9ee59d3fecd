int main(void) {
  @size(0)
  int i;
  int j = 0, t;
  @array(a)
  @contents(a)
  for (i = 0; i < n; i++) if (a[i] < ‹p:1¦2›) { t = a[i]; a[i] = a[j]; a[j] = t; j«++¦ += i > 1»; }
  @slip(a)
  for (i = 0; i < n; i++) check(i < j ? a[i] < ‹p› : a[i] «>=¦>» ‹p›);
  return 0;
}
