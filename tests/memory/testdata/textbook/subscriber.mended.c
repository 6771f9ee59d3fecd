// valid-memsafety: true
// A subscriber that is called back removes itself, and the publisher takes the next one from it. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct subscriber {
    void (*notify)(struct subscriber *, int);
    struct subscriber *next;
    int seen;
};
static struct subscriber *all;
static void count(struct subscriber *s, int event) {
    s->seen += event != 0;
}
static void once(struct subscriber *s, int event) {
    if (event == 0)
        return;
    struct subscriber **at = &all;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    free(s);
}
static void add(void (*f)(struct subscriber *, int)) {
    struct subscriber *s = malloc(sizeof *s);
    s->notify = f;
    s->next = all;
    s->seen = 0;
    all = s;
}
static void publish(int event) {
    struct subscriber *s = all;
    while (s) {
        struct subscriber *next = s->next;
        s->notify(s, event);
        s = next;
    }
}
int main(void) {
    add(count);
    add(once);
    add(count);
    publish(__VERIFIER_nondet_int());
    while (all) {
        struct subscriber *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
