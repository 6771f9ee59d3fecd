// TRUE: A pool allocator with a free list over an array: blocks that are given out are different from each other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define BLOCKS 4
struct block { int used; short next; };
static struct block pool[BLOCKS];
static short first;
static void pool_init(void) {
  for (int i = 0; i < BLOCKS; i++) { pool[i].next = (short)(i + 1 < BLOCKS ? i + 1 : -1); pool[i].used = 0; }
  first = 0;
}
static int pool_get(void) {
  if (first < 0) return -1;
  int i = first;
  first = pool[i].next;
  pool[i].used = 1;
  return i;
}
static void pool_put(int i) {
  pool[i].used = 0;
  pool[i].next = first;
  first = (short)i;
}
int main(void) {
  int mine[BLOCKS];
  int n = 0;
  pool_init();
  for (int step = 0; step < 6; step++) {
    if (__VERIFIER_nondet_int()) {
      int b = pool_get();
      if (b < 0) { if (n != BLOCKS) reach_error(); continue; }
      for (int i = 0; i < n; i++) if (mine[i] == b) reach_error();
      mine[n++] = b;
    } else if (n > 0) {
      unsigned k = __VERIFIER_nondet_uint() % (unsigned)n;
      pool_put(mine[k]);
      mine[k] = mine[--n];
    }
  }
  return 0;
}
