#include "shared.h"

int total = 1;
const char *const names[] = {"left", "right"};
static int state = 10;
static int helper(int v) { return v + state++; }
struct private { char c; int state; };
typedef long measure;
enum { LOW = 1, HIGH };
#define offset 3
extern inline int thrice(int v);

static void done(int *p) { total += *p; }

static const char *who(void) { return __func__; }

int left(node *n, int value) {
  __attribute__((cleanup(done))) int guard = 2;
  struct private p = {.state = helper(value), .c = 'l'};
  measure m = sizeof(measure) > 4 ? HIGH : LOW;
  n->at.x = p.state + offset;
  n->shape = SQUARE;
  printf("left %d %ld %d %s %zu %zu\n", next_id(), m - m, twice(p.c), who(), offsetof(struct private, state), sizeof(struct private));
  return guard + n->at.x + limits[2] + thrice(value) + (int)(who == 0);
}

struct hidden *hide(int v);
