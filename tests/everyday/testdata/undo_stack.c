// TRUE: A stack of undo steps that doubles its room: there is room for all steps, up to a limit that ends it.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct step { int at, length; };
struct stack { struct step *steps; int used, room; };
static int push(struct stack *s, struct step x) {
  if (s->used + 1 > s->room) {
    int room = s->room == 0 ? 4 : s->room << 1;
    struct step *more = realloc(s->steps, room * sizeof *more);
    if (!more) return 0;
    s->steps = more;
    s->room = room;
  }
  s->steps[s->used++] = x;
  return 1;
}
int main(void) {
  struct stack s = {0, 0, 0};
  int done = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct step x = {done, __VERIFIER_nondet_int()};
      if (done == 50000 || !push(&s, x)) break;
      done++;
    } else if (done > 0) {
      s.used--;
      done--;
    }
    if (s.used != done || s.used > s.room || s.room < 0) reach_error();
  }
  free(s.steps);
  return 0;
}
