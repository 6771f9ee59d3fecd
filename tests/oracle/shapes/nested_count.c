int main(void) {
  @size(0)
  int i;
  int j, c = 0;
  @array(a)
  for (i = 0; i < n; i++) { a[i] = 0; for (j = 0; j < «i¦n»; j++) { a[i]++; c++; } }
  @slip(a)
  @each(i) check(a[i] == i);
  check(2 * c == n * (n - 1));
  return 0;
}
