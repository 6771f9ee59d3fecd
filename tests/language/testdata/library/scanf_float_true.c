#include <stdio.h>
extern void reach_error(void);
int main(void) {
  double x = -1;
  int c;
  if (scanf("%lf", &x) != 1 && x != -1) reach_error();
  if (x > 0 && x < 1000000) {
    c = getchar();
    if (c >= '0' && c <= '9') reach_error(); /* a digit belongs to the number */
  }
  return 0;
}
