/* stdbool.h defines nothing in C23 */
#include <stdbool.h>
void reach_error(void);
int main(void) {
  bool b = true;
  int *p = nullptr;
  if (sizeof(true) != 1 || b != 1 || p) reach_error();
  return 0;
}
