// property: valid-deref
const char *s = "ab";
int main(void) { return s[3]; }
