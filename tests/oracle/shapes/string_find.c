int main(void) {
  @size(0)
  char s[1004];
  int i, k = 0;
  for (i = 0; i < n; i++) s[i] = input() > 2 ? '/' : 'a';
  @inputs(3)
  s[n] = 0;
  for (i = 0; s[i]; i++) if (s[i] == '/') k = i + 1;
  for (i = «k¦k - (k > 1)»; i < n; i++) check(s[i] != '/');
  return 0;
}
