/* stdckdint.h */
#include <stdckdint.h>
#include <stdbool.h>
void reach_error(void);
int main(void) {
  int r;
  unsigned char c;
  if (ckd_add(&r, 2147483647, 1) != 1 || r != -2147483647 - 1 || ckd_sub(&c, 3, 4) != true || c != 255 || ckd_mul(&r, 1000, 1000) || r != 1000000) reach_error();
  return 0;
}
