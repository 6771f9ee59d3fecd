/* A cash drawer: three amounts are paid in, and the total is kept in an
   unsigned char. Some payments make it wrap around. */
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

int main(void) {
  unsigned char total = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char amount = __VERIFIER_nondet_uchar();
    if (amount > 100) {
      return 0;
    }
    unsigned char before = total;
    total += amount;
    if (total < before) {
      reach_error();
    }
  }
  return 0;
}
