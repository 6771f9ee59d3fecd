int main(void) {
  @size(0)
  int i;
  int k;
  for (k = 1; k <= n; k++) {
    int a[k + 1];
    for (i = 0; i «<=¦<= -1 +» k; i++) a[i] = k;
    a[0] «=¦+=» k;
    for (i = 0; i < k; i++) check(a[i] == k);
  }
  return 0;
}
