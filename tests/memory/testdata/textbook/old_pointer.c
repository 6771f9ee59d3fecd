// valid-memsafety: false(valid-deref)
// The pointer from before realloc is kept by a caller.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct buffer {
    char *data;
    size_t used, room;
};
static char *reserve(struct buffer *b, size_t n) {
    if (b->room - b->used < n) {
        b->room = b->used + n;
        b->data = realloc(b->data, b->room);
    }
    char *p = b->data + b->used;
    b->used += n;
    return p;
}
int main(void) {
    struct buffer b = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000)
        return 0;
    char *header = reserve(&b, 4);
    char *body = reserve(&b, n);
    body[n - 1] = 0;
    header[0] = 1;
    free(b.data);
    return 0;
}
