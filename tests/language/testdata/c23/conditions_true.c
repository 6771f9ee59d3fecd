#include <uchar.h>
extern void reach_error(void);
/* Conditions of directives: true, binary constants, separators and characters, also through macros. */
#define FLAG true
#define ON FLAG
#define MASK 0b1010
#define IS(x) (x)
#define LETTER u8'a'
#define NEXT (LETTER + 1)
#define WIDE u'\xffff'
#if !true || false || !ON || !IS(FLAG) || true - 2 > 0
#error a condition does not hold
#endif
#if 0b101 != 5 || 0B1'01u != 5 || (MASK & 0b10) != 2 || 1'000 != 1000
#error a constant is read wrongly
#endif
#if u8'a' != 97 || u8'\0' - 1 < 0 || u8'\xff' != 255 || LETTER - 98 < 0 || NEXT != 98 || WIDE != 65535
#error a character is read wrongly
#endif
#ifdef true
#error true is no macro
#endif
int main(void) {
  if (!_Generic(ON, _Bool: 1, default: 0) || sizeof ON != 1 || MASK != 10)
    reach_error();
  if (_Generic(u8'a', unsigned char: 1, default: 0) != 1 || u8'\377' != 255 || sizeof u8'b' != 1)
    reach_error();
  char8_t c = LETTER;
  if (c != 97 || LETTER - 98 > 0 || sizeof LETTER != 1 || sizeof WIDE != 2 || WIDE + 1 != 65536 || !_Generic(NEXT, int: 1, default: 0))
    reach_error();
  if (0x0'e-0xe != 0 || 1'2e-0'1 != 1.2)
    reach_error();
  return 0;
}
