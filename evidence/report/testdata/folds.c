#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int unused(int a) {
  int r = 0;
  for (int i = 0; i < a; i++)
    r += i;
  return r;
}

int spare(int a) {
  while (a > 10)
    a--;
  return a;
}

int main(void) {
  char text[4] = "yes", copy[8];
  text[0] = __VERIFIER_nondet_char();
  text[1] = 'o';
  text[2] = 0;
  strcpy(copy, text);
  assert(strcmp(copy, "no") != 0);
  return 0;
}
