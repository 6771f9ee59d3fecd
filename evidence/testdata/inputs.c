extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { }
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  /* ü */ while (c > 200) { c--; x += 2; }
  if (x == -1) { reach_error(); }
  return 0;
}
