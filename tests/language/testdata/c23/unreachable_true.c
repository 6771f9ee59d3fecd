/* unreachable() of stddef.h */
#include <stddef.h>
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v > 5) unreachable();
  if (v > 5) reach_error();
  return 0;
}
