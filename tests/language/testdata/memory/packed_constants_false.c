extern void reach_error(void);
#pragma pack(push, 4)
struct S { unsigned a : 32 __attribute__((packed)); char c; };
#pragma pack(pop)
enum { S = sizeof(struct S) };
int main(void) { if (S == 8) reach_error(); return 0; }
