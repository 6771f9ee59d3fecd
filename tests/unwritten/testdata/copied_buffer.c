// violated
// A buffer that is written in part is copied, and summed up as far as its length says.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct packet {
    unsigned char length, data[7];
};
int main(void) {
    struct packet a, b;
    a.length = __VERIFIER_nondet_uchar() & 7;
    for (int i = 0; i < a.length - 1; i++)
        a.data[i] = i;
    memcpy(&b, &a, sizeof b);
    unsigned sum = 0;
    for (int i = 0; i < b.length; i++)
        sum += b.data[i];
    if (sum > 9)
        return 1;
    return 0;
}
