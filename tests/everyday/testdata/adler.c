// TRUE: Adler-32 of a few bytes, with the modulo taken late and taken at once.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define N 4
int main(void) {
  unsigned char data[N];
  for (int i = 0; i < N; i++) data[i] = __VERIFIER_nondet_uchar();
  unsigned a = 1, b = 0, c = 1, d = 0;
  for (int i = 0; i < N; i++) { a += data[i]; b += a; }
  a %= 65521u; b %= 65521u;
  for (int i = 0; i < N; i++) { c = (c + data[i]) % 65521u; d = (d + c) % 65521u; }
  if (a != c || b != d) reach_error();
  return 0;
}
