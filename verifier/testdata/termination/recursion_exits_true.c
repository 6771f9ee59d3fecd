/* No call returns, but the program ends. */
extern void exit(int);
static void f(unsigned n) { if (n == 0) exit(0); f(n - 1); }
int main(void) { while (1) f(100); return 0; }
