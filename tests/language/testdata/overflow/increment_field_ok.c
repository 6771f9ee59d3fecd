extern int __VERIFIER_nondet_int(void);
struct s { int a : 3; unsigned b : 5; } v;
int main(void) {
  v.a = __VERIFIER_nondet_int();
  v.a++;
  v.b--;
  v.a += v.b;
  return v.a;
}
