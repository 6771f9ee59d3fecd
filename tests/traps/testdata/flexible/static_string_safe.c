/* a flexible array of characters initialised by a string, in a table of pointers */
#include <assert.h>
struct name { int len; char text[]; };
static struct name a = { 1, "a" }, b = { 3, "bcd" };
static struct name *table[] = { &a, &b };
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k <= table[i]->len; k++) sum += table[i]->text[k] != 0;
  assert(sum == 4 && b.text[3] == 0);
  return 0;
}
