extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern int unknown(int);
extern int elsewhere;
int total;
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  int u, unread;
  for (int i = 0; i < c; i++)
    total += x;
  if (unknown(x) > 4 && u == 2 && elsewhere == -3)
    if (total == 14)
      reach_error();
  return unread;
}
