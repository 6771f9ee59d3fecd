int main(void) {
  @size(0)
  char s[1004];
  int i;
  for (i = 0; i < n; i++) { int c = input(); s[i] = c > 1 ? 'a' + c : 'A'; }
  @inputs(3)
  s[n] = 0;
  for (i = 0; s[i]; i++) if (s[i] «>=¦> 2 +» 'a') s[i] -= 32;
  for (i = 0; i < n; i++) check('A' <= s[i] && s[i] <= 'Z');
  return 0;
}
