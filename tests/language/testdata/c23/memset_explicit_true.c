/* memset_explicit, strdup and strndup */
#include <string.h>
void reach_error(void);
int main(void) {
  char k[4] = {1, 2, 3, 4};
  memset_explicit(k, 0, sizeof k);
  if (k[0] + k[3] != 0) reach_error();
  auto d = strdup("ab");
  if (d && (d[1] != 'b' || d[2])) reach_error();
  auto e = strndup("abc", 1);
  if (e && (e[0] != 'a' || e[1])) reach_error();
  return 0;
}
