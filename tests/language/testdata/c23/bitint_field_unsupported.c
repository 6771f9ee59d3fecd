/* bit-field of a bit-precise type; 5: */
extern void reach_error(void);
struct s { unsigned _BitInt(9) b : 9; };
int main(void) { struct s x;
  x.b = 511; if (x.b + 1uwb != 0) reach_error(); if ((x.b << 1) != 510) reach_error();  return 0; }
