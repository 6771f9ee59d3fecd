#include "arrays.h"
/* Two dimensions. */
int main(void) {
  int a[100][40];
  int i, j;
  for (i = 0; i < 100; i++)
    for (j = 0; j < 40; j++) a[i][j] = 7;
  for (i = 0; i < 100; i++)
    for (j = 0; j < 40; j++) check(a[i][j] == 7);
}
