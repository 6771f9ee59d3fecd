extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Bool b = __VERIFIER_nondet_int();
  b++;
  b += 5;
  return b;
}
