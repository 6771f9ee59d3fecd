// TRUE: A hash table with open addressing: what was inserted is found.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define SIZE 8u
static unsigned keys[SIZE];
static int vals[SIZE];
static unsigned slot(unsigned k) { return (k * 2654435761u) >> 29; }
static int insert(unsigned k, int v) {
  unsigned i = slot(k);
  for (unsigned n = 0; n < SIZE; n++, i = (i + 1) & (SIZE - 1))
    if (keys[i] == 0 || keys[i] == k) { keys[i] = k; vals[i] = v; return 1; }
  return 0;
}
static int find(unsigned k, int *v) {
  unsigned i = slot(k);
  for (unsigned n = 0; n < SIZE; n++, i = (i + 1) & (SIZE - 1)) {
    if (keys[i] == k) { *v = vals[i]; return 1; }
    if (keys[i] == 0) return 0;
  }
  return 0;
}
int main(void) {
  unsigned k[3];
  for (int i = 0; i < 3; i++) { k[i] = __VERIFIER_nondet_uint(); if (k[i] == 0) return 0; }
  for (int i = 0; i < 3; i++) insert(k[i], i);
  int v;
  if (!find(k[1], &v)) reach_error();
  if (k[1] != k[2] && v != 1) reach_error();
  return 0;
}
