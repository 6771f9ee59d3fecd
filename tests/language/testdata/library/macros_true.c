#define i 3
#define while if
#define __cupel_size char
extern void reach_error(void);
unsigned long strspn(const char *, const char *);
int strcasecmp(const char *, const char *);
int main(void) { if (strspn("aab", "a") != 2 || strcasecmp("x", "X")) reach_error(); return 0; }
#define n 5
#define s t
#define int long
