extern void reach_error(void);
typedef char A[];
int main(void) { char *p = (char[]){"abc"}; A s = "hello"; if (sizeof((char[]){"abc"}) == 4 && p[1] == 'b' && sizeof((A){"abcd"}) == 5 && sizeof s == 6) reach_error(); return 0; }
