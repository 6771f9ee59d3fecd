/* What ends the program before the loop is a function that is not known but for that it does not return. */
extern void die(void) __attribute__((noreturn));
static int f(void) { die(); return 0; }
static int g(void) { while (1) ; return 1; }
int main(void) { return f() + g(); }
