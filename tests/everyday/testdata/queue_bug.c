// FALSE: A queue of frames in a byte buffer: a frame that just fits is lost, so that what is read is not what was written.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define SIZE 8u
static unsigned char data[SIZE];
static unsigned r, w;
static unsigned room(void) { return (r + SIZE - w - 1) % SIZE; }
static int write(const unsigned char *p, unsigned n) {
  if (n > room() + 1) return 0;
  for (unsigned i = 0; i < n; i++) { data[w] = p[i]; w = (w + 1) % SIZE; }
  return 1;
}
static unsigned read(unsigned char *p, unsigned n) {
  unsigned i = 0;
  while (i < n && r != w) { p[i++] = data[r]; r = (r + 1) % SIZE; }
  return i;
}
int main(void) {
  unsigned char in[SIZE], out[SIZE];
  unsigned shift = __VERIFIER_nondet_uint() % SIZE, n = __VERIFIER_nondet_uint() % (SIZE + 1);
  r = w = shift;
  for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  if (write(in, n)) {
    if (read(out, SIZE) != n) reach_error();
    for (unsigned i = 0; i < n; i++) if (in[i] != out[i]) reach_error();
  }
  return 0;
}
