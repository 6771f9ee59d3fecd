int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { int x = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < x; i++) s += i; if (s < 0) reach_error(); return s; }
