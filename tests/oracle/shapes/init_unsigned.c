int main(void) {
  @size(0)
  int i;
  unsigned k;
  @array(a)
  for (k = (unsigned)n; k-- «> 0¦> 1»;) a[k] = ‹v:5¦6›;
  @slip(a)
  for (k = 0; k < (unsigned)n; k++) check(a[k] == «‹v›¦8»);
  return 0;
}
