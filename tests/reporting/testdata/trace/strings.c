extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern unsigned long strlen(const char *);
extern char *strcpy(char *, const char *);
void reach_error(void) { abort(); }
union both { int i; unsigned char bytes[4]; };
struct flags { unsigned a : 3; int c : 6; int b; struct { char *text; } in; };
static int twice(int x) { return 2 * x; }
int (*call)(int) = twice;
int main(void) {
  char name[10], *p = name;
  union both u;
  struct flags f = {5, 3, -1, {"it's"}};
  int *q = 0, later;
  strcpy(name, "a\"b");
  p = p + 1;
  *p = '\n';
  u.i = 258;
  u.bytes[1] = 7;
  later = __VERIFIER_nondet_int(); // chosen
  q = &f.b;
  *q = call(21);
  switch (later) {
  case 3:
    if (strlen(name) == 3 && u.i == 1794)
      reach_error();
  }
  return 0;
}
