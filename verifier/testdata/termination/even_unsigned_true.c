int main(void) { unsigned short x = 1000; while (x != 0) x -= 2; return 0; }
