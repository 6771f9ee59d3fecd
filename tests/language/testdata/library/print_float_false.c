#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[20];
  sprintf(b, "%.2f", 2.675);
  if (strcmp(b, "2.67") == 0) reach_error(); /* the number is less than that */
  return 0;
}
