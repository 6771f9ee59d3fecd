int main(void) {
  @size(0)
  char s[1004], t[1004], *p = s, *q = t;
  int i;
  memset(t, 1, sizeof t);
  for (i = 0; i < n; i++) s[i] = ‹'x'¦'a' + i % 20›;
  s[n] = 0;
  while («(*q++ = *p++)¦*p && (*q++ = *p++)») ;
  «¦if (n == 3) t[1] = 'z';»
  for (i = 0; i <= n; i++) check(s[i] == t[i]);
  return 0;
}
