int main(void) {
  @size(0)
  int i;
  @array(a)
  unsigned char *p = (unsigned char *)a;
  for (i = 0; i < n * (int)sizeof(int)«¦ - 3»; i++) p[i] = ‹v:0¦255›;
  @slip(a)
  @each(i) check(a[i] == (‹v› ? -1 : 0)«¦ || i == 1»);
  for (i = 0; i < n; i++) { a[i] = ‹w:1¦258›; check(p[sizeof(int) * i] == (‹w› & 255)); }
  return 0;
}
