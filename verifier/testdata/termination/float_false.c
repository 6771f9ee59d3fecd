/* From 16777216 on, adding 1 changes nothing. */
int main(void) { float x = 16777000; while (x != 1e9f) x += 1; return 0; }
