// TRUE: A ring buffer whose indices wrap around; any sequence of puts and gets keeps the count in range and equal to what the indices say.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define N 8u
static unsigned char buf[N];
static unsigned head, tail, count;
static int put(unsigned char c) {
  if (count == N) return -1;
  buf[head] = c;
  head = (head + 1) % N;
  count++;
  return 0;
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
    if (count > N || head >= N || tail >= N) reach_error();
    if ((tail + count) % N != head) reach_error();
  }
  return 0;
}
