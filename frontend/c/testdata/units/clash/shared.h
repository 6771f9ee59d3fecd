#include <stddef.h>
#include <stdio.h>

typedef struct { int x, y; } point;
typedef struct node { struct node *next; point at; enum { ROUND, SQUARE = 7 } shape; } node, *nodes;
typedef int (*order)(const void *, const void *);
union word { unsigned u; unsigned char b[4]; };
struct hidden;
enum colour { RED, GREEN = RED + 4 };
extern int total;
extern const char *const names[];
static const int limits[] = {1, 2, 3};
static inline int twice(int v) { return v + v; }
static inline int next_id(void) {
  static int id;
  return ++id;
}
inline int thrice(int v) { return 3 * v; }
int left(node *n, int value);
int right(nodes n, int value);
struct hidden *hide(int v);
int reveal(struct hidden *h);
