int main(void) {
  @size(0)
  int i;
  int cap = 1, len = 0, *p = calloc(4, sizeof(int));
  if (!p) abort();
  for (i = 0; i < n; i++) {
    if (len == cap) { int *q = calloc(2 * cap + 3, sizeof(int)); if (!q) abort(); for (int k = 0; k < len«¦ - 1»; k++) q[k] = p[k]; free(p); p = q; cap *= 2; }
    p[len++] = ‹i¦3¦2 * i + 1›;
  }
  for (i = 1; i < n; i++) check(p[i] >= p[i - 1] && p[i] «>=¦>» 1);
  return 0;
}
