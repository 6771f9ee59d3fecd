void copy(int *to, const int *from, int n) { while (n-- «> 0¦> 1») *to++ = *from++; }
int main(void) {
  @size(0)
  int i;
  @array(a)
  @array(b)
  @contents(a)
  copy(b, a, n);
  @slip(b)
  @each(i) check(a[i] == b[i]);
  return 0;
}
