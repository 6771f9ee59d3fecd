/* a constexpr structure with pointers to its own type, and members of types with names */
void reach_error(void);
typedef unsigned char byte, *bytes;
typedef struct node { byte a; struct node *next, *last; const struct node *const other; bytes name; int b; } node;
constexpr node v = {200, nullptr, .b = 3};
typedef int three[3];
struct array { three t; int b; };
constexpr struct array w = {1, 2};
int sizes[v.b];
int main(void)
{
  static_assert(v.a == 200 && v.b == 3);
  if (v.next || v.name || sizeof sizes != 3 * sizeof(int) || w.b != 0 || w.t[1] != 2) reach_error();
  return 0;
}
