// valid-memsafety: true
// A function that fails releases what its caller releases, too. Mended.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct image {
    int width, height;
    unsigned char *rows;
};
static int load(struct image *m, int w, int h) {
    m->width = w;
    m->height = h;
    m->rows = malloc((size_t)w * h);
    memset(m->rows, 0, (size_t)w * h);
    if (w != h) {
        free(m->rows);
        m->rows = 0;
        return -1;
    }
    return 0;
}
static void unload(struct image *m) {
    free(m->rows);
}
int main(void) {
    struct image m;
    int w = __VERIFIER_nondet_int(), h = __VERIFIER_nondet_int();
    if (w < 1 || w > 100 || h < 1 || h > 100)
        return 0;
    int status = load(&m, w, h);
    unload(&m);
    return status < 0;
}
