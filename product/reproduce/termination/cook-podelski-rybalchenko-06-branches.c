// Cook, Podelski, Rybalchenko, "Termination proofs for systems code", PLDI 2006: the loop with two branches of section 2.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (y > 0) {
    do {
      if (__VERIFIER_nondet_int())
        x = x + y;
      else
        z = x - y;
    } while (x < y && y < z);
  }
  return 0;
}
