#include <assert.h>
#include <string.h>
/* the strings end, may be changed, and are apart from each other */
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  size_t n = strlen(argv[1]);
  assert(argv[1][n] == 0);
  char c = argv[0][0];
  argv[1][0] = c == 'a' ? 'b' : 0;
  assert(argv[0][0] == c && argv[0] != argv[1]);
  return 0;
}
