/* The access ends the execution. */
int main(void) { int *p = 0; while (1) *p = 1; return 0; }
