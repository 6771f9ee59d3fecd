// property: valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10] = {0}, i = __VERIFIER_nondet_int();
  if (i == -2)
    return a[i];
  return 0;
}
