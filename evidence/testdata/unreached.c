extern void reach_error(void);
int twice(int x) { return 2 * x; }
int main(void) { return twice(3) - 6; }
void never(void) { reach_error(); }
