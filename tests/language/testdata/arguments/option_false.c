#include <assert.h>
#include <string.h>
static int verbose;
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "-v") == 0) verbose++;
  assert(verbose < 2);
  return 0;
}
