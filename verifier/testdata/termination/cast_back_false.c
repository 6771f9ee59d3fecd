/* The conversion takes back what is added. */
int main(void) { long long x = 1; while (x < 1000) x = (signed char)(x + 1); return 0; }
