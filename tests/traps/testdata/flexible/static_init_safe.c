/* a static object with an initialised flexible array, read byte by byte and by its elements */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { unsigned char n; unsigned short d[]; };
static struct s x = { 2, { 0x0102, 0x0304 } };
int main(void) {
  unsigned char *c = (unsigned char *)&x;
  unsigned i = __VERIFIER_nondet_uchar() % x.n;
  c[2 + 2 * i] = 9;
  assert(x.d[i] == (i ? 0x0309 : 0x0109) && sizeof x == 2);
  return 0;
}
