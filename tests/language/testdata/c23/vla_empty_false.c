void reach_error(void);
int main(void) { int n = 3; int a[n] = {}; a[1] = 2; if (a[0] == 0 && a[1] == 2 && a[2] == 0) reach_error(); return 0; }
