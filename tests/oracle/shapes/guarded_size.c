int main(void) {
  @size(0)
  int i;
  @array(a)
  @contents(a)
  if (n «> 1¦> 2») { for (i = 0; i < n; i++) a[i] = 1; } else for (i = 0; i < n; i++) a[i] = n - «1¦2»;
  @each(i) check(a[i] == (n > 1));
  return 0;
}
