int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
int main(void) {
  @size(0)
  int i;
  @array(a)
  @contents(a)
  int k = n / 2;
  check(sum(a, k) + sum(a + «k¦k + 1», n - k) == sum(a, n));
  return 0;
}
