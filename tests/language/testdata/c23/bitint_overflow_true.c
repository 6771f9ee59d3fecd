extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _BitInt(4) x = __VERIFIER_nondet_int();
  if (x + 3wb < x) /* does not wrap around: it is undefined */
    reach_error();
  return 0;
}
