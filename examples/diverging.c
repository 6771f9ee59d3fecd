// Plain symbolic execution never ends on this program: every number of
// iterations is a path of its own (Fig. 1 of "Symbolic Execution with Implicit
// Predicate Abstraction and CEGAR", FMCAD 2024, as a C program).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int x;
  if (n <= 0)
    return 0;
  x = 5;
  while (n > 0) {
    if (x != y)
      y = x;
    else
      x = x + 1;
    n = n - 1;
  }
  if (x - y > 1)
    reach_error();
  return 0;
}
