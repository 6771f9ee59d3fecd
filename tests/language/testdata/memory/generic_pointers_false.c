extern void reach_error(void);
int main(void) { int x = 0, *const l = &x; if (_Generic(&l, int *const *: 1, default: 2) == 1) reach_error(); return 0; }
