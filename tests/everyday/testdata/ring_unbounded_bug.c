// FALSE: The same, where a put into a full buffer overwrites and forgets to move the tail on.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define N 4u
static unsigned char buf[N];
static unsigned head, tail, count;
static void put(unsigned char c) {
  buf[head] = c;
  head = (head + 1) % N;
  if (count < N) count++;
}
static int get(void) {
  if (count == 0) return -1;
  int c = buf[tail];
  tail = (tail + 1) % N;
  count--;
  return c;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) put(__VERIFIER_nondet_uchar()); else get();
    if ((tail + count) % N != head) reach_error();
  }
  return 0;
}
