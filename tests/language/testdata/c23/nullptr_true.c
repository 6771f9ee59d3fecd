/* nullptr */
#include <stddef.h>
void reach_error(void);
int main(void) {
  int v = 3;
  int *p = nullptr, *q = v > 2 ? &v : nullptr;
  int (*f)(void) = nullptr;
  if (p != nullptr || q == nullptr || *q != 3 || f || sizeof(nullptr) != sizeof(void *)) reach_error();
  nullptr_t n = nullptr;
  p = n;
  if (p) reach_error();
  return 0;
}
