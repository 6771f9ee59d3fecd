int main(void) {
  @size(0)
  char s[1004];
  int i, k;
  for (i = 0; i < n; i++) s[i] = 'a' + i % 3;
  s[«n¦n / 2»] = 0;
  for (k = 0; s[k]; k++) ;
  check(k == n);
  for (i = 0; i < k; i++) check(s[i] «>=¦>» 'a');
  return 0;
}
