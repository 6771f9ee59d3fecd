#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[40];
  snprintf(b, sizeof b, "%p", (void *)b);
  if (b[0] != '0') reach_error();
  return 0;
}
