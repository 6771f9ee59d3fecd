#include <assert.h>
/* a program may be called without even its name */
int main(int argc, char **argv) {
  assert(argc > 0 || argv[0]);
  return 0;
}
