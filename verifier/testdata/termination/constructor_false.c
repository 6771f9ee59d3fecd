static int stop = 1;
__attribute__((constructor)) static void first(void) { stop = 0; }
int main(void) { while (!stop) ; return 0; }
