extern void reach_error(void);
int strcasecmp(const char *a, const char *b) { return 7; }
int main(void) { if (strcasecmp("x", "X") != 7) reach_error(); return 0; }
