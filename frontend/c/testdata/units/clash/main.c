#include "shared.h"

static int same(int v) { return v + 1; }
static char state[] = "state";
typedef struct { int private; } measure;

int main(void) {
  node n = {.next = 0, .at = {1, 2}, .shape = ROUND};
  measure helper = {.private = GREEN};
  nodes list = &n;
  int r = left(list, 3), s = right(list, 9);
  printf("%d %d %d %d %d\n", r, s, total, n.at.x, n.at.y);
  n.next = &n;
  printf("%d %d %s %d %d\n", right(&n, 1), same(helper.private), state, next_id(), reveal(hide(8)));
  printf("%s %s %d\n", names[0], names[1], (int)sizeof(measure));
  order o = 0;
  return o != 0;
}
