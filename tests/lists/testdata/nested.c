// valid-memsafety: true
// Lists of lists, each of them empty or not.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct word { struct word *next; };
struct line { struct line *next; struct word *words; };
int main(void) {
  struct line *text = 0;
  while (__VERIFIER_nondet_int()) {
    struct line *l = malloc(sizeof *l);
    l->words = 0;
    while (__VERIFIER_nondet_int()) {
      struct word *w = malloc(sizeof *w);
      w->next = l->words;
      l->words = w;
    }
    l->next = text;
    text = l;
  }
  while (text) {
    struct line *l = text;
    text = l->next;
    while (l->words) {
      struct word *w = l->words;
      l->words = w->next;
      free(w);
    }
    free(l);
  }
  return 0;
}
