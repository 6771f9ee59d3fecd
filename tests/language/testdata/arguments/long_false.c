#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argc < 2 || strcmp(argv[1], "--long-option") != 0);
  return 0;
}
