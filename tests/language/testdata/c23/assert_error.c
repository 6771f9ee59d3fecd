/* the static assertion fails; 2: */
_Static_assert(sizeof(int) == 8, "wide");
int main(void) { return 0; }
