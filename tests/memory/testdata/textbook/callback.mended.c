// valid-memsafety: true
// A callback releases the object that its caller goes on to use. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct session {
    int state;
    void (*closed)(struct session *);
};
static void release(struct session *s) {
    free(s);
}
static void handle(struct session *s, int event) {
    s->state = event;
    if (event < 0) {
        s->closed(s);
        return;
    }
    s->state++;
}
int main(void) {
    struct session *s = malloc(sizeof *s);
    s->closed = release;
    int event = __VERIFIER_nondet_int() % 4;
    handle(s, event);
    if (event >= 0)
        s->closed(s);
    return 0;
}
