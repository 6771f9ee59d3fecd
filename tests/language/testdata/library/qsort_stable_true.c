extern void reach_error(void);
#include <stdlib.h>
struct r { int key, at; };
static int by(const void *a, const void *b) { return ((const struct r *)a)->key - ((const struct r *)b)->key; }
int main(void) { struct r a[4] = {{2, 0}, {1, 1}, {2, 2}, {1, 3}}; qsort(a, 4, sizeof a[0], by); if (a[0].at != 1 || a[1].at != 3 || a[2].at != 0 || a[3].at != 2) reach_error(); return 0; }
