extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void put(char *s, int i, char c) { s[i] = c; }
int main(void) {
  char buf[4] = "abc", *s = "abc";
  int k = __VERIFIER_nondet_int();
  put(k ? s : buf, 1, 'x');
  if (k || buf[1] != 'x')
    reach_error();
}
