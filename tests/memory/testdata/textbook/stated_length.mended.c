// valid-memsafety: true
// The answer has the length that the request states, not the one that it has. Mended.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct request {
    unsigned char stated, len;
    char *payload;
};
int main(void) {
    struct request r;
    r.len = __VERIFIER_nondet_uchar() % 16 + 1;
    r.stated = __VERIFIER_nondet_uchar() % 32;
    r.payload = malloc(r.len);
    memset(r.payload, 7, r.len);
    if (r.stated > r.len) {
        free(r.payload);
        return 0;
    }
    char answer[32];
    memcpy(answer, r.payload, r.stated);
    free(r.payload);
    return 0;
}
