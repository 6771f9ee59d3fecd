/* What was never written may be anything, and reading it may be undefined. */
int main(void) { int x; while (x > 3) ; return 0; }
