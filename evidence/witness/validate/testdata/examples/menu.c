extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

int handle(int choice) {
  int result = 0;
  switch (choice) {
  case 1:
    result = 10;
    break;
  case 7:
    result = 20;
    break;
  default:
    result = -1;
  }
  return result;
}

int main(void) {
  int choice = __VERIFIER_nondet_int();
  unsigned int amount = __VERIFIER_nondet_uint();
  int r = handle(choice);
  int big = amount > 1000u ? 1 : 0;
  if (r == 20 && big)
    reach_error();
  return 0;
}
