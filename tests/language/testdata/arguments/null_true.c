#include <assert.h>
/* C11 5.1.2.2.1p2: argc is not negative, argv[argc] is null, the pointers before it are not */
int main(int argc, char *argv[]) {
  assert(argc >= 0);
  for (int i = 0; i < argc; i++) assert(argv[i] != 0);
  assert(argv[argc] == 0);
  return 0;
}
