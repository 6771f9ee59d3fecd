// TRUE: One poll of a receiver of frames over any bytes: what it says it has is within the buffer.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define MAX 16
struct rx { unsigned char frame[MAX]; unsigned char length, expected, state; };
static struct rx rx;
static unsigned short crc(const unsigned char *p, unsigned n) {
  unsigned short c = 0xffff;
  while (n--) {
    c ^= *p++;
    for (int i = 0; i < 8; i++) c = (unsigned short)(c & 1 ? c >> 1 ^ 0xa001 : c >> 1);
  }
  return c;
}
static int feed(unsigned char b) {
  switch (rx.state) {
  case 0:
    if (b == 0x11) { rx.frame[0] = b; rx.length = 1; rx.state = 1; }
    return 0;
  case 1:
    rx.frame[rx.length++] = b;
    if (b == 3) rx.expected = 8; else if (b == 16) rx.expected = 0; else { rx.state = 0; return 0; }
    rx.state = 2;
    return 0;
  default:
    if (rx.length >= MAX) { rx.state = 0; return 0; }
    rx.frame[rx.length++] = b;
    if (rx.expected == 0 && rx.length == 7) {
      unsigned n = 9u + b;
      if (n > MAX) { rx.state = 0; return 0; }
      rx.expected = (unsigned char)n;
    }
    if (rx.expected && rx.length == rx.expected) {
      rx.state = 0;
      unsigned short c = (unsigned short)(rx.frame[rx.length - 2] | rx.frame[rx.length - 1] << 8);
      return c == crc(rx.frame, rx.length - 2u) ? rx.length : -1;
    }
    return 0;
  }
}
int main(void) {
  for (int i = 0; i < 9; i++) {
    int n = feed(__VERIFIER_nondet_uchar());
    if (n > MAX || rx.length > MAX) reach_error();
    if (n > 0 && rx.frame[0] != 0x11) reach_error();
  }
  return 0;
}
