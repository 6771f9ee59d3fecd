extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x + 1) { case 0: return 1;
  } return 0;
}
