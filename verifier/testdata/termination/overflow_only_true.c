/* Ends by signed overflow only, which is undefined. */
int main(void) { int x = 1; while (x > 0) x = x + 1; return 0; }
