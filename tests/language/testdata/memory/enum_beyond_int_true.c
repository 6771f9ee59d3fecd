/* before C23, the constants of an enumeration that fit are ints, whatever the others are */
extern void reach_error(void);
enum big { NONE, TOP = 0x80000000 };
int main(void) {
  if (NONE - 1 > 0) reach_error();
  return 0;
}
