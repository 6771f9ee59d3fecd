#include <string.h>
extern void reach_error(void);
struct s {
  char c;
  int i;
} b;
int main(void) {
  struct s x = {0, 0};
  if (memcmp(&x, &b, sizeof x) != 0) reach_error();
  return 0;
}
