#include <stdio.h>
extern void reach_error(void);
int main(void) {
  float x;
  if (scanf("%f", &x) == 1 && x == 12.5f) reach_error();
  return 0;
}
