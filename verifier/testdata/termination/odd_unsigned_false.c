/* An odd unsigned number never becomes 0 in steps of 2. */
int main(void) { unsigned char x = 7; while (x != 0) x -= 2; return 0; }
