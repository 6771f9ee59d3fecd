#include "arrays.h"
/* What memset leaves, read by a loop. */
extern void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
  int a[2000], i;
  char s[4000];
  memset(a, 0, sizeof a);
  memset(s, 'x', sizeof s);
  for (i = 0; i < 2000; i++) check(a[i] == 0);
  for (i = 0; i < 4000; i++) check(s[i] == 'x');
}
