#include <assert.h>
int main(int argc, char **argv) {
  int n = 0;
  while (*argv) {
    argv++;
    n++;
  }
  assert(n == argc);
  return 0;
}
