void *malloc(unsigned); void *realloc(void *, unsigned); int main(void) { char *p = malloc(2); p[1] = 7; p = realloc(p, 4); return p[1]; }
