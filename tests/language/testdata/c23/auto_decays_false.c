void reach_error(void);
static auto s = ("ab" "cd");
int main(void) { if (sizeof s == sizeof(char *) && s[2] == 'c') reach_error(); return 0; }
