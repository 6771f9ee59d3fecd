#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t a = time(0), b = time(0);
  if (b < a) reach_error(); /* the clock was set */
  return 0;
}
