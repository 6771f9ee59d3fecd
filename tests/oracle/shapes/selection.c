int main(void) {
  @size(0)
  int i;
  int j, k, t;
  @array(a)
  @contents(a)
  for (i = 0; i < n; i++) {
    k = i;
    for (j = i + 1; j < n«¦ - 1»; j++) if (a[j] < a[«k¦i»]) k = j;
    t = a[i]; a[i] = a[k]; a[k] = t;
  }
  for (i = 1; i < n; i++) check(a[i - 1] <= a[i]);
  return 0;
}
