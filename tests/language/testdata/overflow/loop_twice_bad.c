extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 1;
  while (__VERIFIER_nondet_int()) i = i * 2;
  return i;
}
