int main(void) {
  @size(0)
  int i;
  int k;
  @array(a)
  for (k = 0; k < ‹r:2¦4›«¦ + 1»; k++) @each(i) a[i] = 1 - a[i];
  @slip(a)
  @each(i) check(a[i] == 0);
  return 0;
}
