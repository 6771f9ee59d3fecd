// TRUE: Two counters in a loop without end, whose limit is compared for equality.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int f(void) { return __VERIFIER_nondet_int(); }
int main(void) {
  int all = 0, good = 0;
  while (__VERIFIER_nondet_int()) {
    if (all == 1000000) break;
    all++;
    if (f() >= 0) good++;
    if (good > all) reach_error();
  }
  return 0;
}
