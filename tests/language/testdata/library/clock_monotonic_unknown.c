#include <time.h>
extern void reach_error(void);
int main(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  clock_gettime(CLOCK_MONOTONIC, &b);
  if (b.tv_sec < a.tv_sec) reach_error(); /* which cannot be */
  return 0;
}
