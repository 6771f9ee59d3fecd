void ends(const int *p, int n, int *low, int *high) {
  *low = *high = p[0];
  for (int i = 1; i < n; i++) { if (p[i] < *low) *low = p[i]; if (p[i] «>¦>= 1 +» *high) *high = p[i]; }
}
int main(void) {
  @size(0)
  int i;
  int low, high;
  @array(a)
  @contents(a)
  ends(a, n, &low, &high);
  @slip(a)
  @each(i) check(low <= a[i] && a[i] <= high);
  return 0;
}
