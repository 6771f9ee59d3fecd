extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  if (__VERIFIER_nondet_int()) goto second;
first:
  i++;
second:
  if (i < 10) goto first;
  return 0;
}
