// The order of the calls is open: f first ends the program, g first goes on for ever.
#include <stdlib.h>

static int f(void) { exit(0); }

static int g(void) {
  while (1)
    ;
  return 1;
}

int main(void) { return f() + g(); }
