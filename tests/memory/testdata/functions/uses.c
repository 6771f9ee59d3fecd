#include <stdlib.h>

struct node {
    struct node *next;
    int value;
    char name[4];
};
static int table[4];
static int *cache;

int first(int *p) { return p ? *p : 0; }
int second(int *p) { return p ? p[1] : 0; }
int sum(struct node *n) {
    int s = 0;
    for (; n; n = n->next)
        s ^= n->value;
    return s;
}
void own(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
}
void own_twice(void) {
    int *p = malloc(sizeof *p);
    free(p);
    free(p);
}
int released(struct node *n) {
    if (!n)
        return 0;
    free(n);
    return n->value;
}
void drop(int *p) { free(p); }
void clear(void) {
    free(cache);
    cache = 0;
}
int local(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return *p;
}
void copied(struct node *n, const struct node *m) {
    if (n && m)
        for (int i = 0; i < 4; i++)
            n->name[i] = m->name[i];
}
void overrun(struct node *n, int k) {
    if (n && k >= 0)
        ((char *)n)[k] = 0;
}
int element(unsigned i) {
    int *p = table;
    return i < 4 ? p[i] : 0;
}
int beyond(unsigned i) {
    int *p = table;
    return i <= 4 ? p[i] : 0;
}
