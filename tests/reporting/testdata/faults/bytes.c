// property: valid-memtrack
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char raw[sizeof(char *)];
  char *p = malloc(5);
  memcpy(raw, &p, sizeof p);
  p = 0;
  raw[1] ^= 7;
  return 0;
}
