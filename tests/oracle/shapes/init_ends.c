int main(void) {
  @size(0)
  int i;
  int j = n - 1;
  @array(a)
  for (i = 0; i «<=¦<» j; i++) { a[i] = ‹v:3¦4›; a[j] = «‹v›¦‹v› + 1»; j--; }
  @slip(a)
  @each(i) check(a[i] == ‹v›);
  return 0;
}
