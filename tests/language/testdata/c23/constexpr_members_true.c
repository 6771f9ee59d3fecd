extern void reach_error(void);
/* The members of constant structs are constants. */
struct point { int x, y; };
typedef struct { unsigned char tag; struct point at; const char *name; double weight; } item;
constexpr struct point origin = {}, unit = {1, .y = 2};
constexpr item it = {300 - 45, {.y = 4}, "it", 1.5};
constexpr item other = {.at.y = unit.y + 5, .tag = 1, .at.x = it.at.y};
constexpr struct { int n; long m; } sizes = {3, sizeof(int) * 4};
int table[unit.y][sizes.n];
enum { TAG = it.tag, Y = other.at.y };
static_assert(TAG == 255 && Y == 7 && other.at.x == 4 && other.weight == 0 && it.at.x == 0 && origin.x == 0 && (int)it.weight == 1);
static_assert(_Generic(sizes.m, long: 1, default: 0) && sizeof it.tag == 1);
int sum(struct point p) { return p.x + p.y; }
int main(void) {
  switch (7) {
  case other.at.y: break;
  default: reach_error();
  }
  const int *p = &unit.y;
  const struct point *q = &unit;
  if (*p != 2 || q->x != 1 || sum(unit) != 3 || it.name[1] != 't' || other.name)
    reach_error();
  constexpr struct point local = {unit.x + 1, unit.y & 2};
  { constexpr struct point local = {5}; static_assert(local.x == 5 && local.y == 0); }
  static_assert(local.x == 2 && local.y == 2);
  if (sizeof table != 2 * 3 * sizeof(int)) reach_error();
  struct point copy = unit; copy.y++;
  constexpr struct point moved = (struct point){4, 5};
  if (moved.y != 5 || copy.y != 3) reach_error();
  return 0;
}
