#include <string.h>
extern void reach_error(void);
// The padding of static objects begins as zero, and is copied from memory with the rest.
struct s {
  char c;
  int i;
} a = {1, 2}, b = {1, 2}, c;
int main(void) {
  if (memcmp(&a, &b, sizeof a) != 0) reach_error();
  memset(&c, 9, sizeof c);
  a = c;
  if (memcmp(&a, &c, sizeof a) != 0) reach_error();
  return 0;
}
