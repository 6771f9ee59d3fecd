// The fifth block does not fit into the address space of the model.
#include <stdlib.h>

static void forever(void) {
  while (1)
    ;
}

int main(void) {
  char *a = malloc(0x3fffffffffff0000), *b = malloc(0x3fffffffffff0000), *c = malloc(0x3fffffffffff0000);
  char *d = malloc(0x3fffffffffff0000), *e = malloc(0x3fffffffffff0000);
  forever();
  return 0;
}
