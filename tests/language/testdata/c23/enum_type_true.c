/* enumerations with a fixed type */
void reach_error(void);
enum small : unsigned char { none, some = 5 };
enum big : long long { x = 1 };
enum u : unsigned { a, b };
enum big later;
int main(void) {
  enum small k = some;
  if (sizeof k != 1 || k != 5 || sizeof(enum big) != 8 || sizeof(a) != sizeof(unsigned) || sizeof(some) != 1) reach_error();
  if (a - 1 < 0) reach_error();
  enum small w = (enum small)261;
  if (w != 5 || b != 1) reach_error();
  enum flag : bool { off, on } f = on;
  if (sizeof f != 1 || (enum flag)4 != on) reach_error();
  return 0;
}
