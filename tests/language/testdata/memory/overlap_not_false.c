#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[16] = "abcdefg";
  int n = __VERIFIER_nondet_int();
  if (n < 4 || n > 8)
    return 0;
  memcpy(a + n, a, 4);
  memcpy(a, a, 8);
  strcpy(a + 2, a + 6);
  memmove(a + 1, a, 3);
  if (n == 4 && a[3] == 'c')
    reach_error();
}
