/* a variable length array; 2: */
int main(void) { int n = 3; int a[n] = {0}; return a[0]; }
