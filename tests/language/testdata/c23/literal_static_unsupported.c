/* a static compound literal in the initializer of a static object; 2: */
int main(void) { static int *p = (static int[]){1, 2}; return p[0]; }
