// Chen, David, Kroening, Schrammel, Wachter, "Synthesising interprocedural bit-precise termination proofs", ASE 2015: the example of the introduction. The step of the
// loop is not 0 where the function is called.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned h(unsigned y) {
  unsigned x;
  for (x = 0; x < 10; x += y)
    ;
  return x;
}
static unsigned f(unsigned z) {
  unsigned w = 0;
  if (z > 0)
    w = h(z);
  return w;
}
int main(void) {
  f(__VERIFIER_nondet_uint());
  return 0;
}
