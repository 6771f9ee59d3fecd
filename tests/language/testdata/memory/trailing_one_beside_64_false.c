#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct text {
  unsigned length;
  char bytes[1];
};
static struct text none[1] = {{0, ""}}, *shared[1];
static struct text *make(const char *t) {
  unsigned n = strlen(t);
  struct text *p = malloc(sizeof *p + n);
  p->length = n;
  memcpy(p->bytes, t, n + 1);
  return p;
}
int main(void) {
  struct text *p = make("hello");
  shared[0] = none;
  if (p->bytes[4] == 'o' && shared[0]->bytes[0] == 0) reach_error();
  return 0;
}
