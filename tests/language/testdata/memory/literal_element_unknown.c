// A write to an element of a string literal is undefined.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  switch (k) {
  case 0: break;
  case 1: "abc"[0] = 'x'; break;
  case 2: *"abc" = 'y'; break;
  case 3: "abc"[1]++; break;
  default: *&"abc"[2] |= 1;
  }
  if (k) reach_error();
}
