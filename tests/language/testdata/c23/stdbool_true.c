/* true of stdbool.h has the type int where nothing says C23 */
#include <stdbool.h>
void reach_error(void);
int main(void) {
  bool b = true;
  if (sizeof(true) != sizeof(int) || b != 1) reach_error();
  return 0;
}
