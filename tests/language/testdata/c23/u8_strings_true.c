/* strings with the prefix u8 as initializers, and converted */
void reach_error(void);
static unsigned char const text[] = u8"ab";
static int length(const unsigned char *s) { int n = 0; while (s[n]) n++; return n; }
int main(void) {
  constexpr int two = 2;
  char plain[4] = u8"xyz", more[] = "a" /* and */
    "b";
  const char *p = (const char *)u8"pq";
  if (length(text) != two || text[1] != u8'b' || plain[2] != 'z' || more[1] != 'b' || p[1] != 'q') reach_error();
  return 0;
}
