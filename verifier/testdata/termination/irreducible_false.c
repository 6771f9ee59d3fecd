extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x) goto second;
first:
  if (x == 3) return 0;
second:
  if (x == 4) return 1;
  goto first;
}
