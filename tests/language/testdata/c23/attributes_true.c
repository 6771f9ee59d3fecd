/* attributes */
void reach_error(void);
[[nodiscard, gnu::const]] static int twice(int x) { return 2 * x; }
struct [[gnu::packed]] packed { char c; int i [[deprecated]]; };
[[noreturn]] void stop(void);
void stop [[noreturn]] (void) { for (;;) ; }
static int sum([[maybe_unused, vendor::thing(1, "]]")]] int a[2]) { return a[0] + a[1]; }
int main(void) {
  int v [[maybe_unused]] = twice(2);
  [[maybe_unused]] int w = 3, x [[gnu::aligned(16)]] = 4;
  switch (v) { case 4: v = 5; [[fallthrough]]; case 6: v++; break; [[likely]] default: ; }
  for ([[maybe_unused]] int i = 0; i < 2; i++) [[gnu::unused]] v++;
  enum [[deprecated]] e { one [[maybe_unused]] = 1, two [[deprecated("no")]] } k = two;
  if (v != 8 || k != 2 || sizeof(struct packed) != 5 || x != 4 || sum((int[]){1, 2}) != 3) reach_error();
  if (v == 9) stop();
  lab: [[maybe_unused]] int y = 2;
  if (y != 2) goto lab;
  return 0;
}
