// TRUE: Three bytes to four characters of base64 and back.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}
int main(void) {
  unsigned char in[3], out[3];
  char text[4];
  for (int i = 0; i < 3; i++) in[i] = __VERIFIER_nondet_uchar();
  unsigned v = (unsigned)in[0] << 16 | (unsigned)in[1] << 8 | in[2];
  for (int i = 0; i < 4; i++) text[i] = alphabet[v >> (18 - 6 * i) & 63];
  unsigned w = 0;
  for (int i = 0; i < 4; i++) {
    int d = value(text[i]);
    if (d < 0) reach_error();
    w = w << 6 | (unsigned)d;
  }
  for (int i = 0; i < 3; i++) out[i] = (unsigned char)(w >> (16 - 8 * i));
  for (int i = 0; i < 3; i++) if (out[i] != in[i]) reach_error();
  return 0;
}
