extern int __VERIFIER_nondet_int(void);
struct s { int a : 31; int b : 32; } v;
int main(void) {
  v.b = __VERIFIER_nondet_int();
  v.b++;
  return v.a;
}
