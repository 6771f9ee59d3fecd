#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (i == 1 && x > 5)
      reach_error();
  }
  return 0;
}
