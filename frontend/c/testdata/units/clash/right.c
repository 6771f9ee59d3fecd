#include "shared.h"

static struct private { short helper[3]; union word w; } state = {{1, 2, 3}, {0x01020304}};
typedef unsigned char measure;
enum { HIGH = 40, LOW = 50 };

static int helper();
static const char *who(void) { return __func__; }

int right(nodes n, int value) {
  measure m = (measure)(value + 250);
  int left = 5, offset = 1;
  {
    extern int total;
    total += 100;
  }
  n->at.y = state.helper[offset] + HIGH + left;
  if (n->next) goto helper;
  printf("right %d %d %s %d\n", next_id(), m, who(), state.w.b[0]);
helper:
  return helper(n->at.y, LOW) + (n->shape == SQUARE) + sizeof(struct private) + limits[0];
}

static int helper(a, b)
int a;
int b;
{
  return a * 2 + b;
}

struct hidden { int (*f)(int); int value; };
static int same(int v) { return v - 1; }
struct hidden *hide(int v) {
  static struct hidden one;
  one.f = same;
  one.value = v;
  return &one;
}
int reveal(struct hidden *h) { return h->f(h->value); }
