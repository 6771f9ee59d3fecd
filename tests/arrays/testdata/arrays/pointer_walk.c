#include "arrays.h"
/* A pointer that walks along an array. */
int main(void) {
  int a[4000], *p;
  int i;
  for (p = a; p < a + 4000; p++) *p = 11;
  for (i = 0; i < 4000; i++) check(a[i] == 11);
}
