/* a function of the name unreachable */
#include <stddef.h>
void reach_error(void);
static void unreachable(void) { reach_error(); }
int main(void) {
  unreachable();
  return 0;
}
