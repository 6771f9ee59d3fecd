/* a colon behind a tag without an underlying type */
void reach_error(void);
enum lvl { LOW, HIGH = 255 };
enum { WIDTH = 3 };
enum small : unsigned char { A, B };
typedef unsigned short half;
enum wide : half; enum wide : half { C };
struct s { enum lvl : 3; enum lvl : WIDTH; enum lvl : sizeof(char); enum small : 2; enum lvl a : 2; };
#define KIND(x) _Generic(x, enum lvl: LOW + 1, enum small: "ab"[1], enum wide : -1, double : 4)
int main(void)
{
  enum lvl e = HIGH;
  enum small s = B;
  enum wide w = C;
  if (KIND(e) != 1 || KIND(s) != 'b' || KIND(w) != -1 || KIND(1.5) != 4 || sizeof s != 1 || sizeof w != 2 || sizeof(struct s) != 4) reach_error();
  return 0;
}
