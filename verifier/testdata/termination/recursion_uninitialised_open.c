/* A call looks at a variable that it has not set: each has one of its own. */
static unsigned n;
static void f(void) { int x; n++; if (x == 7) return; x = 3; f(); }
int main(void) { f(); return 0; }
