extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned _BitInt(4) x = __VERIFIER_nondet_int();
  if ((unsigned _BitInt(4))(x + 3uwb) < x) /* wraps around at 16 */
    reach_error();
  return 0;
}
