int main(void) {
  @size(0)
  int i;
  int top = 0;
  @array(a)
  @array(b)
  @contents(a)
  for (i = 0; i < n; i++) b[top++] = a[i];
  @slip(b)
  for (i = n - 1; i >= 0; i--) check(b[--top] == a[«i¦0»]);
  check(top == 0);
  return 0;
}
