extern void reach_error(void);
int cnt;
int nx(void) { return ++cnt; }
int main(void) { int v[3] = {nx(), [2] = nx()}; if (v[0] == 2) reach_error(); return 0; }
