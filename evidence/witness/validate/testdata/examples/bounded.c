extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int limit = 100;

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > limit)
    return 0;
  int i = 0;
  int sum = 0;
  for (int k = 0; k < n; k++) {
    sum += 2;
    i++;
  }
  while (i > 0) {
    i--;
    sum -= 2;
  }
  if (sum != 0)
    reach_error();
  return 0;
}
