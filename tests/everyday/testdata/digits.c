// TRUE: A number is written in decimal digits and read back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v < -9999 || v > 9999) return 0;
  char text[8];
  int n = 0, u = v < 0 ? -v : v;
  do { text[n++] = (char)('0' + u % 10); u /= 10; } while (u);
  if (v < 0) text[n++] = '-';
  for (int i = 0; i < n / 2; i++) { char t = text[i]; text[i] = text[n - 1 - i]; text[n - 1 - i] = t; }
  int w = 0, i = 0, negative = 0;
  if (text[0] == '-') { negative = 1; i = 1; }
  for (; i < n; i++) { if (text[i] < '0' || text[i] > '9') reach_error(); w = w * 10 + (text[i] - '0'); }
  if ((negative ? -w : w) != v) reach_error();
  return 0;
}
