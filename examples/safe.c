/* Two clerks count the same coins, one upwards and one downwards: their sum
   stays the number of coins. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int coins = __VERIFIER_nondet_int();
  if (coins < 0 || coins > 1000000) {
    abort();
  }
  int counted = 0;
  int left = coins;
  while (left > 0) {
    counted++;
    left--;
  }
  if (counted != coins) {
    reach_error();
  }
  return 0;
}
