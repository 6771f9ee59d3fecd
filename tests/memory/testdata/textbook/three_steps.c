// valid-memsafety: false(valid-memtrack)
// with --malloc-may-fail
// A constructor of three steps returns early from the third one without what the first one made.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct server {
    char *name;
    int *ports;
};
static int usable(int port) {
    return port > 0 && port < 65536;
}
static struct server *start(int count) {
    struct server *s = malloc(sizeof *s);
    if (!s)
        return 0;
    s->name = malloc(16);
    if (!s->name) {
        free(s);
        return 0;
    }
    s->ports = malloc(count * sizeof *s->ports);
    if (!s->ports) {
        free(s->name);
        free(s);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        int port = __VERIFIER_nondet_int();
        if (!usable(port)) {
            free(s->ports);
            free(s);
            return 0;
        }
        s->ports[i] = port;
    }
    return s;
}
static void stop(struct server *s) {
    free(s->ports);
    free(s->name);
    free(s);
}
int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 8)
        return 0;
    struct server *s = start(count);
    if (s)
        stop(s);
    return 0;
}
