/* The second operand goes on for ever by a jump back, unless the first one ends the program before. */
extern void exit(int);
static int f(void) { exit(0); return 0; }
static int g(int n) { again: goto again; }
int main(void) { return f() + g(3); }
